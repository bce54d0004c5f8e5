import { createHash } from 'node:crypto';
import { element, explicit, objectIdentifier, octetString, sequence, set } from '@cinnabar/pki/asn1/der.js';
import { children, readElement } from '@cinnabar/pki/asn1/der-reader.js';
import { cmsSigner, signedAttributes, signedData } from '@cinnabar/pki/cms/cms.js';
import type { CorpusCase, Ingredients } from '../support/pdf/corpus-case.js';
import { padesOf, signedContract } from '../support/pdf/signed-contract.js';

const sha256 = (data: Uint8Array): Buffer => createHash('sha256').update(data).digest();

/** A contract whose CMS is altered in this way. */
const withCms =
  (cms: (covered: Buffer, given: Ingredients) => Promise<Buffer>, subFilter = 'ETSI.CAdES.detached') =>
  (given: Ingredients): Promise<Buffer> =>
    signedContract(given.signer, { subFilter, cms: (covered) => cms(covered, given) });

const flipped = (bytes: Buffer, at: number): Buffer => {
  const changed = Buffer.from(bytes);
  changed[at] = (changed[at] ?? 0) ^ 1;
  return changed;
};

/** The parts of a SignedData, each a whole element, to be reassembled. */
function partsOf(cms: Buffer): readonly Uint8Array[] {
  const wrapped = children(readElement(cms))[1];
  const inner = wrapped === undefined ? undefined : children(wrapped)[0];
  return inner === undefined ? [] : children(inner).map(({ bytes }) => bytes);
}

function assembled(parts: readonly Uint8Array[]): Buffer {
  return Buffer.from(sequence(objectIdentifier('1.2.840.113549.1.7.2'), explicit(0, sequence(...parts))));
}

const withAttributes =
  (choose: (attributes: readonly Uint8Array[]) => readonly Uint8Array[]) =>
  async (covered: Buffer, { signer }: Ingredients): Promise<Buffer> => {
    const own = cmsSigner(signer.certificate);
    const whole = children(readElement(signedAttributes(own, sha256(covered)))).map(({ bytes }) => bytes);
    const attributes = set(...choose(whole));
    return Buffer.from(signedData(own, attributes, await signer.sign(attributes)));
  };

const isAttribute = (attribute: Uint8Array, type: string): boolean =>
  Buffer.from(attribute).includes(Buffer.from(objectIdentifier(type)));
const CONTENT_TYPE = '1.2.840.113549.1.9.3';
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4';
const SIGNING_CERTIFICATE = '1.2.840.113549.1.9.16.2.47';
const SIGNING_TIME = sequence(
  objectIdentifier('1.2.840.113549.1.9.5'),
  set(element(0x17, Buffer.from('261120080000Z'))),
);

/** BER with indefinite lengths, and octet strings of a certain length in two pieces, as written by NSS. */
function inBer(der: Uint8Array, depth = 0): Buffer {
  const { tag, content } = readElement(der);
  // Certificates and signed attributes are DER even in BER (RFC 5652 section 10).
  if (depth === 3 && (tag === 0xa0 || tag === 0x31)) return Buffer.from(der);
  if (tag === 0x04 && content.length > 2) {
    const pieces = [content.subarray(0, 2), content.subarray(2)].map((piece) => octetString(piece));
    return Buffer.concat([Buffer.of(0x24, 0x80), ...pieces, Buffer.of(0, 0)]);
  }
  if ((tag & 0x20) === 0) return Buffer.from(der);
  const parts = children(readElement(der)).map(({ bytes }) => inBer(bytes, depth + 1));
  return Buffer.concat([Buffer.of(tag, 0x80), ...parts, Buffer.of(0, 0)]);
}

export const cmsFaults: readonly CorpusCase[] = [
  {
    name: 'bytes that are no CMS',
    make: withCms(async () => Buffer.from('no signature at all')),
    verdict: 'invalid',
    reasons: ['CMS_UNREADABLE'],
  },
  {
    name: 'a CMS that is cut off',
    make: withCms(async (covered, { signer }) => (await padesOf(covered, signer)).subarray(0, 300)),
    verdict: 'invalid',
    reasons: ['CMS_UNREADABLE'],
  },
  {
    name: 'the digest of something else',
    make: withCms((covered, { signer }) => padesOf(flipped(covered, 100), signer)),
    verdict: 'invalid',
    reasons: ['DIGEST_MISMATCH'],
  },
  {
    name: 'a signature value that is not right',
    make: withCms(async (covered, { signer }) => {
      const cms = await padesOf(covered, signer);
      return flipped(cms, cms.length - 5);
    }),
    verdict: 'invalid',
    reasons: ['SIGNATURE_VALUE_WRONG'],
  },
  {
    name: 'signed by another key than that of the certificate',
    make: withCms((covered, { signer, authority }) =>
      padesOf(covered, { certificate: signer.certificate, sign: authority.root.sign }),
    ),
    verdict: 'invalid',
    reasons: ['SIGNATURE_VALUE_WRONG'],
  },
  {
    name: 'no signer',
    make: withCms(async (covered, { signer }) => {
      const parts = partsOf(await padesOf(covered, signer));
      return assembled([...parts.slice(0, -1), set()]);
    }),
    verdict: 'invalid',
    reasons: ['CMS_SIGNERS'],
  },
  {
    name: 'two signers',
    make: withCms(async (covered, { signer, authority }) => {
      const parts = partsOf(await padesOf(covered, signer));
      const others = partsOf(await padesOf(covered, authority.root));
      const infos = [parts, others].flatMap((list) => children(readElement(list.at(-1) ?? set())));
      return assembled([...parts.slice(0, -1), set(...infos.map(({ bytes }) => bytes))]);
    }),
    verdict: 'invalid',
    reasons: ['CMS_SIGNERS'],
  },
  {
    name: 'the content stands in the CMS as well',
    make: withCms(async (covered, { signer }) => {
      const [version, digests, , ...rest] = partsOf(await padesOf(covered, signer));
      const content = sequence(
        objectIdentifier('1.2.840.113549.1.7.1'),
        explicit(0, octetString(Buffer.from('something else'))),
      );
      return assembled([version ?? set(), digests ?? set(), content, ...rest]);
    }),
    verdict: 'invalid',
    reasons: ['CMS_CONTENT'],
  },
  {
    name: 'the content type is said to be another',
    make: withCms(
      withAttributes((attributes) => [
        ...attributes.filter((attribute) => !isAttribute(attribute, CONTENT_TYPE)),
        sequence(objectIdentifier(CONTENT_TYPE), set(objectIdentifier('1.2.840.113549.1.9.16.1.4'))),
      ]),
    ),
    verdict: 'invalid',
    reasons: ['CMS_CONTENT'],
  },
  {
    name: 'the content is of another type than the signed attribute says',
    make: withCms(async (covered, { signer }) => {
      const [version, digests, , ...rest] = partsOf(await padesOf(covered, signer));
      const content = sequence(objectIdentifier('1.2.840.113549.1.9.16.1.4'));
      return assembled([version ?? set(), digests ?? set(), content, ...rest]);
    }),
    verdict: 'invalid',
    reasons: ['CMS_CONTENT'],
  },
  {
    name: 'no message digest among the signed attributes',
    make: withCms(
      withAttributes((attributes) =>
        attributes.filter((attribute) => !isAttribute(attribute, MESSAGE_DIGEST)),
      ),
    ),
    verdict: 'invalid',
    reasons: ['DIGEST_MISMATCH'],
  },
  {
    name: 'two message digests',
    make: withCms(
      withAttributes((attributes) => [
        ...attributes,
        sequence(objectIdentifier(MESSAGE_DIGEST), set(octetString(sha256(Buffer.from('other'))))),
      ]),
    ),
    verdict: 'invalid',
    reasons: ['CMS_UNREADABLE'],
  },
  {
    name: 'an unknown signed attribute that occurs twice',
    make: withCms(
      withAttributes((attributes) => [
        ...attributes,
        sequence(objectIdentifier('1.2.3.4'), set(octetString(Buffer.from('one')))),
        sequence(objectIdentifier('1.2.3.4'), set(octetString(Buffer.from('other')))),
      ]),
    ),
    verdict: 'valid_with_remarks',
    reasons: ['SIGNED_ATTRIBUTE_REPEATED'],
    levels: ['B-B'],
  },
  {
    name: 'an unknown unsigned attribute that occurs twice',
    make: withCms(async (covered, { signer }) => {
      const own = cmsSigner(signer.certificate);
      const attributes = signedAttributes(own, sha256(covered));
      const unknown = ['x', 'y'].map((text) =>
        sequence(objectIdentifier('1.2.3.4'), set(octetString(Buffer.from(text)))),
      );
      return Buffer.from(signedData(own, attributes, await signer.sign(attributes), unknown));
    }),
    verdict: 'valid',
  },
  {
    name: 'the signed attribute names another certificate',
    make: withCms(async (covered, { signer, authority }) => {
      const own = cmsSigner(signer.certificate);
      const other = cmsSigner(authority.root.certificate);
      const attributes = signedAttributes(
        { ...own, signingCertificateAttribute: other.signingCertificateAttribute },
        sha256(covered),
      );
      return Buffer.from(signedData(own, attributes, await signer.sign(attributes)));
    }),
    verdict: 'invalid',
    reasons: ['SIGNING_CERTIFICATE_MISMATCH'],
  },
  {
    name: 'no signing-certificate attribute',
    make: withCms(
      withAttributes((attributes) =>
        attributes.filter((attribute) => !isAttribute(attribute, SIGNING_CERTIFICATE)),
      ),
    ),
    verdict: 'indeterminate',
    reasons: ['SIGNING_CERTIFICATE_ABSENT'],
    levels: [null],
  },
  {
    name: 'a signing time, which PAdES does not allow',
    make: withCms(withAttributes((attributes) => [...attributes, SIGNING_TIME])),
    verdict: 'valid_with_remarks',
    reasons: ['SIGNING_TIME_ATTRIBUTE'],
    levels: [null],
  },
  {
    name: 'without the certificate of the signer',
    make: withCms(async (covered, { signer }) => {
      const own = { ...cmsSigner(signer.certificate), certificates: element(0xa0) };
      const attributes = signedAttributes(own, sha256(covered));
      return Buffer.from(signedData(own, attributes, await signer.sign(attributes)));
    }),
    verdict: 'indeterminate',
    reasons: ['CERTIFICATE_MISSING'],
  },
  {
    name: 'signed attributes that were changed afterwards',
    make: withCms(async (covered, { signer }) => {
      const own = cmsSigner(signer.certificate);
      const good = signedAttributes(own, sha256(flipped(covered, 50)));
      const value = await signer.sign(good);
      return Buffer.from(signedData(own, signedAttributes(own, sha256(covered)), value));
    }),
    verdict: 'invalid',
    reasons: ['SIGNATURE_VALUE_WRONG'],
  },
  {
    name: 'an unsigned attribute that nobody knows',
    make: withCms(async (covered, { signer }) => {
      const own = cmsSigner(signer.certificate);
      const attributes = signedAttributes(own, sha256(covered));
      const unknown = sequence(objectIdentifier('1.2.3.4'), set(octetString(Buffer.from('x'))));
      return Buffer.from(signedData(own, attributes, await signer.sign(attributes), [unknown]));
    }),
    verdict: 'valid',
  },
  {
    name: 'in BER, with indefinite lengths and strings in pieces',
    make: withCms(async (covered, { signer }) => inBer(await padesOf(covered, signer))),
    verdict: 'valid',
    levels: ['B-B'],
  },
  {
    name: 'in BER that never ends',
    make: withCms(async () => Buffer.from('3080'.repeat(1500), 'hex')),
    verdict: 'invalid',
    reasons: ['CMS_UNREADABLE'],
  },
  {
    name: 'a digest algorithm that nobody knows',
    make: withCms(async (covered, { signer }) => {
      const cms = await padesOf(covered, signer);
      const parts = partsOf(cms);
      const info = children(children(readElement(parts.at(-1) ?? set()))[0] ?? readElement(set()));
      const changed = info.map(({ bytes }, index) =>
        index === 2 ? sequence(objectIdentifier('1.2.3.4')) : bytes,
      );
      return assembled([...parts.slice(0, -1), set(sequence(...changed))]);
    }),
    verdict: 'indeterminate',
    reasons: ['ALGORITHM_UNSUPPORTED'],
  },
];
