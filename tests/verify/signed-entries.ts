import { deflateSync } from 'node:zlib';
import { type CorpusCase, replaced } from '../support/pdf/corpus-case.js';
import { newFile, offsetOf, stream, updated } from '../support/pdf/raw-pdf.js';
import { CONTRACT, signed } from '../support/pdf/signed-contract.js';

const body = (number: number): string => CONTRACT[number] ?? '';
const entry = (at: number): string => `${`${at}`.padStart(10, '0')} 00000 n`;

/** Signed with one invalid entry, which makes some readers search the whole file for objects. */
const signedAs = (name: string, make: () => Buffer): CorpusCase => ({
  name,
  make: ({ signer }) => signed(make(), signer),
  verdict: 'indeterminate',
  problems: ['STRUCTURE_AMBIGUOUS'],
});

export const signedEntries: readonly CorpusCase[] = [
  signedAs('an entry beyond the end of the file, which nothing uses', () => {
    const file = newFile(CONTRACT);
    return replaced(file, entry(offsetOf(file, 12)), entry(9_000_000_000));
  }),
  signedAs('an entry that nothing uses leads into another object', () => {
    const file = newFile(CONTRACT);
    return replaced(file, entry(offsetOf(file, 12)), entry(offsetOf(file, 11) + 5));
  }),
  signedAs('object 0 is in use', () => {
    const file = newFile(CONTRACT);
    return replaced(file, '0000000000 65535 f', entry(offsetOf(file, 12)));
  }),
  signedAs('a free entry at the beginning of a subsection from 1', () => {
    const file = newFile(CONTRACT);
    const first = `1 1\n${entry(offsetOf(file, 1))} \n2 1\n${entry(offsetOf(file, 2))} \n`;
    const shifted = replaced(file, first, `1 2\n0000000000 00001 f \n${entry(offsetOf(file, 2))} \n`);
    return updated(shifted, { objects: { 1: body(1) } });
  }),
  signedAs('an entry with another generation than the object', () => {
    const file = newFile(CONTRACT);
    const at = entry(offsetOf(file, 4));
    return replaced(file, at, at.replace('00000 n', '00003 n'));
  }),
  signedAs('a reference with another generation than the object', () =>
    newFile({ ...CONTRACT, 3: body(3).replace('/Contents 4 0 R', '/Contents [4 0 R 12 7 R]') }),
  ),
  signedAs('content whose data stand in another file', () =>
    newFile({ ...CONTRACT, 4: body(4).replace('<<', '<</F /RunLengthDecode') }),
  ),
  {
    name: 'content that readers did not decode when it was signed is written again whole',
    make: async ({ signer }) => {
      const data = deflateSync(Buffer.from('BT /F1 24 Tf 72 600 Td (The price is 1) Tj ET'));
      const broken = stream(`\0\0${data.toString('latin1', 2)}`, '/Filter /FlateDecode');
      const contract = await signed(newFile({ ...CONTRACT, 13: broken }), signer);
      const whole = stream(data.toString('latin1'), '/Filter /FlateDecode');
      return updated(contract, { objects: { 13: whole } });
    },
    verdict: 'invalid',
    changes: ['RESOURCE_CHANGED'],
  },
  {
    name: 'a linearisation dictionary with the length that the file gets later',
    make: async ({ signer }) => {
      const hint = (length: number): string => `<</Linearized 1 /L ${`${length}`.padStart(8, '0')} /N 1>>`;
      const base = newFile({ ...CONTRACT, 1: body(1).replace(/>>$/, ` /Hint ${hint(0)}>>`) });
      const later = (contract: Buffer): Buffer => updated(contract, { objects: { 6: body(6) } });
      const { length } = later(await signed(base, signer));
      const planted = replaced(base, hint(0), hint(length));
      return later(await signed(planted, signer));
    },
    verdict: 'indeterminate',
    problems: ['STRUCTURE_AMBIGUOUS'],
  },
];
