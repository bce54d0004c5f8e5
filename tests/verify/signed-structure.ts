import { type CorpusCase, replaced } from '../support/pdf/corpus-case.js';
import { newFile, offsetOf, startxrefOf, stream, updated } from '../support/pdf/raw-pdf.js';
import { CONTRACT, filledIn, padesOf, signatureBody, signed } from '../support/pdf/signed-contract.js';

const body = (number: number): string => CONTRACT[number] ?? '';
const entry = (at: number): string => `${`${at}`.padStart(10, '0')} 00000 n`;

/** Signed in a revision of its own in which a text is replaced. */
const signedAs = (name: string, what: string, by: string): CorpusCase => ({
  name,
  make: ({ signer }) => {
    const objects = {
      7: body(7).replace(/>>$/, ' /V 10 0 R>>'),
      10: signatureBody('ETSI.CAdES.detached'),
    };
    const blank = replaced(updated(newFile(CONTRACT), { objects }), what, by, 'last');
    return filledIn(blank, (covered) => padesOf(covered, signer));
  },
  verdict: 'indeterminate',
  problems: ['STRUCTURE_AMBIGUOUS'],
});

/** Signed documents that programs read differently from the beginning. */
export const signedStructure: readonly CorpusCase[] = [
  {
    name: 'bytes before the header, which the offsets count',
    make: async ({ signer }) => {
      const file = newFile(CONTRACT).toString('latin1');
      const shifted = file
        .replace(/(\d{10}) 00000 n/g, (_, at: string) => entry(Number(at) + 5))
        .replace(/startxref\n(\d+)/, (_, at: string) => `startxref\n${Number(at) + 5}`);
      return signed(Buffer.from(`%!PS\n${shifted}`, 'latin1'), signer);
    },
    verdict: 'indeterminate',
    problems: ['STRUCTURE_AMBIGUOUS'],
  },
  {
    name: 'the content of the page is not where its entry says',
    make: ({ signer }) => {
      const file = newFile(CONTRACT);
      return signed(replaced(file, entry(offsetOf(file, 4)), entry(offsetOf(file, 4) + 3)), signer);
    },
    verdict: 'indeterminate',
    problems: ['STRUCTURE_AMBIGUOUS'],
  },
  {
    name: 'an object stream does not hold the page that its entry names',
    make: async ({ signer }) => {
      const file = newFile(CONTRACT);
      const at = file.length;
      const packed = `25 0 obj\n${stream('6 0 (x)', '/Type /ObjStm /N 1 /First 4')}\nendobj\n`;
      const hex = (value: number, width: number): string => value.toString(16).padStart(width, '0');
      const data = `02${hex(25, 8)}00 01${hex(at, 8)}00 01${hex(at + packed.length, 8)}00>`;
      const entries = `/Type /XRef /Size 27 /W [1 4 1] /Index [3 1 25 2] /Filter /ASCIIHexDecode /Root 1 0 R /Info 14 0 R /Prev ${startxrefOf(file)}`;
      const section = `26 0 obj\n${stream(data, entries)}\nendobj\nstartxref\n${at + packed.length}\n%%EOF\n`;
      return signed(Buffer.concat([file, Buffer.from(packed + section, 'latin1')]), signer);
    },
    verdict: 'indeterminate',
    problems: ['STRUCTURE_AMBIGUOUS'],
  },
  {
    name: '/Contents of the page stands twice',
    make: ({ signer }) => {
      const page = body(3).replace('/Contents 4 0 R', '/Contents 4 0 R /Contents 12 0 R');
      return signed(newFile({ ...CONTRACT, 3: page }), signer);
    },
    verdict: 'indeterminate',
    problems: ['STRUCTURE_AMBIGUOUS'],
  },
  {
    name: 'the length of the content leaves out its end',
    make: ({ signer }) =>
      signed(newFile({ ...CONTRACT, 4: body(4).replace(/\/Length \d+/, '/Length 30') }), signer),
    verdict: 'indeterminate',
    problems: ['STRUCTURE_AMBIGUOUS'],
  },
  {
    name: 'the length of the content has a decimal point',
    make: ({ signer }) =>
      signed(newFile({ ...CONTRACT, 4: body(4).replace(/\/Length (\d+)/, '/Length $1.0') }), signer),
    verdict: 'indeterminate',
    problems: ['STRUCTURE_AMBIGUOUS'],
  },
  {
    name: 'a value of the page without a key',
    make: ({ signer }) =>
      signed(
        newFile({ ...CONTRACT, 3: body(3).replace('/Contents 4 0 R', '/Contents 4 0 R 12 0 R') }),
        signer,
      ),
    verdict: 'indeterminate',
    problems: ['STRUCTURE_AMBIGUOUS'],
  },
  {
    name: 'objects beyond /Size',
    make: ({ signer }) => signed(replaced(newFile(CONTRACT), '/Size 19', '/Size 13'), signer),
    verdict: 'indeterminate',
    problems: ['STRUCTURE_AMBIGUOUS'],
  },
  {
    name: 'a table with entries of 19 bytes',
    make: ({ signer }) => {
      const file = newFile(CONTRACT).toString('latin1').replaceAll(' 00000 n \n', ' 00000 n\n');
      return signed(Buffer.from(file, 'latin1'), signer);
    },
    verdict: 'indeterminate',
    problems: ['STRUCTURE_AMBIGUOUS'],
  },
  signedAs('a NUL behind startxref', 'startxref\n', 'startxref\0'),
  signedAs('/Size as a number with a decimal point', '/Size 19', '/Size 19.'),
  {
    name: 'blanks at the end of the closing lines are read alike by all',
    make: ({ signer }) => signed(replaced(newFile(CONTRACT), 'startxref\n', 'startxref \n'), signer),
    verdict: 'valid',
  },
  {
    name: 'a length that is one end of line too long is read alike by all',
    make: ({ signer }) =>
      signed(
        newFile({
          ...CONTRACT,
          4: body(4).replace(/\/Length (\d+)/, (_, length: string) => `/Length ${Number(length) + 1}`),
        }),
        signer,
      ),
    verdict: 'valid',
  },
];
