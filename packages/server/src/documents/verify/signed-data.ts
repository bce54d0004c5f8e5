import { DerError, element, TAG } from '../../trust/der.js';
import {
  children,
  type DerElement,
  expectTag,
  readElement,
  readObjectIdentifier,
} from '../../trust/der-reader.js';
import { readBer } from './ber.js';
import { type Certificate, certificateOrNull, sameBytes } from './certificate-reader.js';
import { type AlgorithmIdentifier, readAlgorithm } from './signature-algorithms.js';

export const ATTRIBUTE = Object.freeze({
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signatureTimestamp: '1.2.840.113549.1.9.16.2.14',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  adobeRevocation: '1.2.840.113583.1.1.8',
});

export interface SignerInfo {
  readonly digestAlgorithm: string;
  readonly signatureAlgorithm: AlgorithmIdentifier;
  readonly signature: Uint8Array;
  /** DER of the SET that is signed (RFC 5652, 5.4); null without signed attributes. */
  readonly signedAttributes: Uint8Array | null;
  /** The values of each attribute, whole elements. */
  readonly attributes: ReadonlyMap<string, readonly DerElement[]>;
  readonly unsignedAttributes: ReadonlyMap<string, readonly DerElement[]>;
  /** Of the certificate that the signer is said to be. */
  readonly isSigner: (certificate: Certificate) => boolean;
}

/** CMS SignedData (RFC 5652 section 5). */
export interface SignedData {
  readonly contentType: string;
  /** Null when it is detached. */
  readonly content: Uint8Array | null;
  readonly certificates: readonly Certificate[];
  /** CertificateLists, DER. */
  readonly revocationLists: readonly Uint8Array[];
  readonly signers: readonly SignerInfo[];
  /** Octets that the ContentInfo takes up. */
  readonly length: number;
}

const SIGNED_DATA = '1.2.840.113549.1.7.2';

/** A ContentInfo in DER or BER, whatever follows it. @throws DerError */
export function readSignedData(bytes: Uint8Array): SignedData {
  const { der, length } = readBer(bytes);
  const [type, wrapped] = children(expectTag(readElement(der), TAG.sequence));
  if (readObjectIdentifier(type) !== SIGNED_DATA) throw new DerError('UNEXPECTED_TAG', 'no signed data');
  const [inner] = children(expectTag(wrapped, 0xa0));
  const parts = children(expectTag(inner, TAG.sequence));
  const [, , encapsulated] = parts;
  const [contentType, content] = children(expectTag(encapsulated, TAG.sequence));
  const certificates = parts.find(({ tag }) => tag === 0xa0);
  const lists = parts.find(({ tag }) => tag === 0xa1);
  const signers = expectTag(parts.at(-1), TAG.set);
  return {
    contentType: readObjectIdentifier(contentType),
    content: content === undefined ? null : contentOf(children(content)[0]),
    certificates: itemsOf(certificates)
      .map(({ bytes: certificate }) => certificateOrNull(certificate))
      .filter((certificate) => certificate !== null),
    revocationLists: itemsOf(lists)
      .filter(({ tag }) => tag === TAG.sequence)
      .map(({ bytes: list }) => list),
    signers: children(signers).map(readSigner),
    length,
  };
}

function itemsOf(found: DerElement | undefined): readonly DerElement[] {
  return found === undefined ? [] : children(found);
}

/** PKCS #7 version 1 wraps other content than octets. */
function contentOf(found: DerElement | undefined): Uint8Array {
  if (found === undefined) throw new DerError('TRUNCATED', 'content');
  return found.content;
}

function readSigner(signer: DerElement): SignerInfo {
  const parts = children(expectTag(signer, TAG.sequence));
  const [, identifier, digest] = parts;
  const signed = parts[3]?.tag === 0xa0 ? parts[3] : null;
  const [algorithm, signature, unsigned] = parts.slice(signed === null ? 3 : 4);
  return {
    digestAlgorithm: readAlgorithm(digest).algorithm,
    signatureAlgorithm: readAlgorithm(algorithm),
    signature: expectTag(signature, TAG.octetString).content,
    signedAttributes: signed === null ? null : element(TAG.set, signed.content),
    attributes: readAttributes(signed),
    unsignedAttributes: readAttributes(unsigned?.tag === 0xa1 ? unsigned : null),
    isSigner: signerTest(identifier),
  };
}

/** @throws DerError also for an attribute that stands twice: which of the two is signed for? */
function readAttributes(found: DerElement | null): ReadonlyMap<string, readonly DerElement[]> {
  const attributes = new Map<string, readonly DerElement[]>();
  for (const attribute of found === null ? [] : children(found)) {
    const [type, values] = children(expectTag(attribute, TAG.sequence));
    const name = readObjectIdentifier(type);
    const known = attributes.get(name);
    if (known !== undefined && name !== ATTRIBUTE.signatureTimestamp)
      throw new DerError('NOT_DER', `the attribute ${name} twice`);
    attributes.set(name, [...(known ?? []), ...children(expectTag(values, TAG.set))]);
  }
  return attributes;
}

function signerTest(identifier: DerElement | undefined): (certificate: Certificate) => boolean {
  if (identifier?.tag === 0x80) {
    const wanted = identifier.content;
    return (certificate) => {
      const own = certificate.extensions.get('2.5.29.14');
      return own !== undefined && sameBytes(readElement(own.value).content, wanted);
    };
  }
  const [issuer, serial] = children(expectTag(identifier, TAG.sequence));
  const name = expectTag(issuer, TAG.sequence).bytes;
  const number = Buffer.from(expectTag(serial, TAG.integer).content).toString('hex');
  return (certificate) => certificate.serialNumber === number && sameBytes(certificate.issuer, name);
}
