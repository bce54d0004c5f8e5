import { createHash } from 'node:crypto';
import { element, set } from '@cinnabar/pki/asn1/der.js';
import { children, readElement } from '@cinnabar/pki/asn1/der-reader.js';
import { cmsSigner, signedAttributes, signedData } from '@cinnabar/pki/cms/cms.js';
import type { CorpusCase, Ingredients } from '../support/pdf/corpus-case.js';
import { padesOf, signedContract } from '../support/pdf/signed-contract.js';

/** A contract whose CMS has this encoding. */
const encoded =
  (encode: (cms: Buffer) => Buffer): CorpusCase['make'] =>
  ({ signer }) =>
    signedContract(signer, { cms: async (covered) => encode(await padesOf(covered, signer)) });

/** Lengths in four bytes, whatever their value, down to a certain depth. */
function longLengths(bytes: Uint8Array, depth: number): Buffer {
  const { tag, content } = readElement(bytes);
  const inner =
    depth > 0 && (tag & 0x20) !== 0
      ? Buffer.concat(children(readElement(bytes)).map((child) => longLengths(child.bytes, depth - 1)))
      : Buffer.from(content);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(inner.length);
  return Buffer.concat([Buffer.of(tag, 0x84), length, inner]);
}

const indefinite = (bytes: Buffer): Buffer => {
  const { tag, content } = readElement(bytes);
  return Buffer.concat([Buffer.of(tag, 0x80), content, Buffer.of(0, 0)]);
};

/** Signed attributes in an order other than DER's, and the bytes that are signed. */
const reordered =
  (signs: 'the order of DER' | 'the order in which they stand'): CorpusCase['make'] =>
  ({ signer }: Ingredients) =>
    signedContract(signer, {
      cms: async (covered) => {
        const own = cmsSigner(signer.certificate);
        const sorted = signedAttributes(own, createHash('sha256').update(covered).digest());
        const turned = children(readElement(sorted))
          .map(({ bytes }) => bytes)
          .reverse();
        const standing = element(0x31, ...turned);
        const value = await signer.sign(signs === 'the order of DER' ? set(...turned) : standing);
        return Buffer.from(signedData(own, standing, value));
      },
    });

/** The same signature in other encodings: what BER permits is accepted, and nothing else. */
export const encodings: readonly CorpusCase[] = [
  {
    name: 'lengths that are longer than they need be',
    make: encoded((cms) => longLengths(cms, 3)),
    verdict: 'valid',
    levels: ['B-B'],
  },
  {
    name: 'no length but that of the whole',
    make: encoded((cms) => indefinite(cms)),
    verdict: 'valid',
  },
  {
    name: 'attributes in another order, signed as DER orders them',
    make: reordered('the order of DER'),
    verdict: 'valid_with_remarks',
    reasons: ['SIGNED_ATTRIBUTES_ORDER'],
  },
  {
    name: 'attributes in another order, signed as they stand',
    make: reordered('the order in which they stand'),
    verdict: 'valid_with_remarks',
    reasons: ['SIGNED_ATTRIBUTES_ORDER'],
  },
  {
    name: 'bytes in /Contents behind the CMS, which no reader looks at',
    make: encoded((cms) => Buffer.concat([cms, Buffer.from('behind the end')])),
    verdict: 'valid',
  },
  {
    name: 'bytes in /Contents before the CMS',
    make: encoded((cms) => Buffer.concat([Buffer.of(0), cms])),
    verdict: 'invalid',
    reasons: ['CMS_UNREADABLE'],
  },
  {
    name: 'a length beyond the end',
    make: encoded((cms) => Buffer.concat([Buffer.from('3084ffffffff', 'hex'), cms.subarray(4)])),
    verdict: 'invalid',
    reasons: ['CMS_UNREADABLE'],
  },
  {
    name: 'an indefinite length without an end',
    make: encoded((cms) =>
      Buffer.concat([Buffer.from('3080', 'hex'), cms.subarray(4), Buffer.alloc(3000, 0xff)]),
    ),
    verdict: 'invalid',
    reasons: ['CMS_UNREADABLE'],
  },
  {
    name: 'nested more deeply than any CMS is',
    make: encoded(() => Buffer.concat([Buffer.from('2480'.repeat(900), 'hex'), Buffer.alloc(1800)])),
    verdict: 'invalid',
    reasons: ['CMS_UNREADABLE'],
  },
];
