import { deflateSync } from 'node:zlib';
import { type CorpusCase, replaced } from '../support/pdf/corpus-case.js';
import { newFile, offsetOf, startxrefOf, stream, table, updated } from '../support/pdf/raw-pdf.js';
import { CONTRACT, signed } from '../support/pdf/signed-contract.js';

const body = (number: number): string => CONTRACT[number] ?? '';
const FORM = '/Type /XObject /Subtype /Form /BBox [0 0 228 20]';
const NAME = body(8).replace(/>>$/, ' /V (Zhang San) /AP <</N 20 0 R>>>>');
const TEXT = 'BT /F1 12 Tf (Zhang San) Tj ET';

/** Fills the empty field: a permitted change, so that the verdict depends on how it is written. */
const filled = (file: Buffer, appearance = stream(TEXT, FORM), field = NAME): Buffer =>
  updated(file, { objects: { 8: field, 20: appearance } });

/** The same revision as text, with its last line changed. */
const edited = (contract: Buffer, what: string, by: string): Buffer =>
  replaced(filled(contract), what, by, 'last');

/** An object in a text of its own, followed by a table of it. */
function saved(file: Buffer, text: string, numbers: readonly number[], trailer = ''): Buffer {
  const start = file.length;
  const offsets = new Map(
    numbers.map((number) => [number, start + text.search(new RegExp(`0*${number} +0 +obj`))]),
  );
  const at = start + text.length;
  const section = `${table(offsets)}trailer\n<</Size 30 /Root 1 0 R /Info 14 0 R /Prev ${startxrefOf(file)} ${trailer}>>\n`;
  return Buffer.concat([file, Buffer.from(`${text}${section}startxref\n${at}\n%%EOF\n`, 'latin1')]);
}

const object = (number: number, text: string): string => `${number} 0 obj\n${text}\nendobj\n`;
const FILLED = object(8, NAME) + object(20, stream(TEXT, FORM));

/** Saves with permitted changes only, which programs read, or repair, in different ways. */
const unusual = (name: string, make: (contract: Buffer) => Buffer): CorpusCase => ({
  name,
  make: ({ contract }) => make(contract),
  verdict: 'indeterminate',
  reasons: ['REVISION_UNUSUAL'],
  changes: ['UNUSUAL_REVISION'],
});

export const unusualRevisions: readonly CorpusCase[] = [
  unusual('an object that nothing refers to', (contract) =>
    updated(contract, { objects: { 25: '(nobody reads this)' } }),
  ),
  unusual('an appearance that nothing refers to', (contract) =>
    updated(contract, { objects: { 25: stream('0 0 99 99 re f', '/Subtype /Form /BBox [0 0 99 99]') } }),
  ),
  unusual(
    'an empty stream that nothing refers to and that repairing programs take for the catalog',
    (contract) =>
      updated(contract, { objects: { 25: stream('', '/Subtype /Form /Type /Catalog /Pages 2 0 R') } }),
  ),
  unusual('/Prev as a number with a decimal point', (contract) => {
    const previous = `/Prev ${startxrefOf(contract)}`;
    return edited(contract, previous, `${previous}.0`);
  }),
  unusual('/Length as a number with a decimal point', (contract) =>
    filled(contract, stream(TEXT, FORM).replace(/\/Length (\d+)/, '/Length $1.0')),
  ),
  unusual('a NUL behind startxref', (contract) => edited(contract, 'startxref\n', 'startxref\0')),
  unusual('startxref and offset on one line', (contract) => edited(contract, 'startxref\n', 'startxref ')),
  unusual('8 KB of blanks behind the end', (contract) =>
    Buffer.concat([filled(contract), Buffer.alloc(8192, ' ')]),
  ),
  unusual('a NUL behind the end', (contract) => Buffer.concat([filled(contract), Buffer.alloc(1)])),
  unusual('8 KB of blanks before the first object', (contract) =>
    saved(Buffer.concat([contract]), ' '.repeat(8192) + FILLED, [8, 20]),
  ),
  unusual('two lines of comments', (contract) =>
    saved(contract, `%Writer one\n%Writer two\n${FILLED}`, [8, 20]),
  ),
  unusual('a comment in an object', (contract) =>
    filled(contract, undefined, NAME.replace('/V ', '% a comment\n/V ')),
  ),
  ...['4 0 obj', 'endobj', 'endstream', 'trailer\n<<', 'startxref\n9', 'xref 0 1', '%%EOF', '%PDF-1.4'].map(
    (word) =>
      unusual(`the data of a stream hold ${JSON.stringify(word)}`, (contract) =>
        filled(contract, stream(`${TEXT} % ${word}`, FORM)),
      ),
  ),
  unusual('a text holds the beginning of an object', (contract) =>
    filled(contract, undefined, NAME.replace('Zhang San', '4 0 obj')),
  ),
  unusual('an object stream holds the beginning of an object', (contract) =>
    packed(contract, NAME.replace('Zhang San', '4 0 obj'), ''),
  ),
  unusual('an object stream whose objects stand in another order than its index', (contract) =>
    packed(contract, NAME, '    '),
  ),
  {
    name: 'the length of a stream stands in the signed revision',
    make: async ({ signer }) => {
      const base = newFile({ ...CONTRACT, 19: `${TEXT.length}` });
      const appearance = stream(TEXT, FORM).replace(/\/Length \d+/, '/Length 19 0 R');
      return filled(await signed(base, signer), appearance);
    },
    verdict: 'indeterminate',
    reasons: ['REVISION_UNUSUAL'],
  },
  unusual('the data of a stream end before the line that ends them', (contract) =>
    filled(contract, stream(`${TEXT}\n\n`, FORM).replace(/\/Length \d+/, `/Length ${TEXT.length}`)),
  ),
  unusual('entries of 19 bytes', (contract) => edited(contract, ' 00000 n \n', ' 00000 n\n')),
  unusual('a number of an object with zeros before it', (contract) =>
    saved(contract, FILLED.replace('8 0 obj', '008 0 obj'), [8, 20]),
  ),
  unusual('two blanks in the beginning of an object', (contract) =>
    saved(contract, FILLED.replace('8 0 obj', '8  0 obj'), [8, 20]),
  ),
  unusual('a letter of a key is escaped', (contract) =>
    filled(contract, undefined, NAME.replace('/AP ', '/A#50 ')),
  ),
  unusual('a number that is larger than readers hold', (contract) =>
    filled(contract, stream(TEXT, `${FORM} /Matrix [1 0 0 1 0 4294967296]`)),
  ),
  unusual('arrays within arrays, forty deep', (contract) =>
    filled(contract, stream(TEXT, `${FORM} /PieceInfo ${'['.repeat(40)}${']'.repeat(40)}`)),
  ),
];

/** Saves whose references lead to nothing before them, or to too little. */
export const brokenChains: readonly CorpusCase[] = [
  ...['0', '17', '999999'].map(
    (previous): CorpusCase => ({
      name: `a second signature whose section has /Prev ${previous}`,
      make: async ({ contract, signer }) => {
        const second = await signed(contract, signer, { field: 15, value: 30 });
        return replaced(second, `/Prev ${startxrefOf(contract)}`, `/Prev ${previous}`, 'last');
      },
      verdict: 'invalid',
      problems: ['SIGNATURE_UNREACHABLE'],
      changes: ['UNACCOUNTED_BYTES'],
    }),
  ),
  ...['1', '14', '19.0', '(19)'].map(
    (size): CorpusCase => ({
      name: `a save with /Size ${size}`,
      make: ({ contract }) => {
        const middle = replaced(filled(contract), '/Size 21', `/Size ${size}`, 'last');
        return updated(middle, { objects: { 6: body(6) } });
      },
      verdict: 'invalid',
      changes: ['MALFORMED_REVISION'],
    }),
  ),
];

/** The filled field in an object stream, with blanks that its index does not cover. */
function packed(contract: Buffer, field: string, before: string): Buffer {
  const head = '8 0 ';
  const start = contract.length;
  const appearance = object(20, stream(TEXT, FORM));
  const container = object(
    21,
    stream(
      `${head}${before}${field}${before === '' ? '' : ' (more)'}`,
      `/Type /ObjStm /N 1 /First ${head.length}`,
    ),
  );
  const hex = (value: number, width: number): string => value.toString(16).padStart(width, '0');
  const at = start + appearance.length + container.length;
  const data = `02${hex(21, 8)}00 01${hex(start, 8)}00 01${hex(start + appearance.length, 8)}00 01${hex(at, 8)}00>`;
  const entries = `/Type /XRef /Size 30 /W [1 4 1] /Index [8 1 20 3] /Filter /ASCIIHexDecode /Root 1 0 R /Info 14 0 R /Prev ${startxrefOf(contract)}`;
  const text = `${appearance}${container}${object(22, stream(data, entries))}startxref\n${at}\n%%EOF\n`;
  return Buffer.concat([contract, Buffer.from(text, 'latin1')]);
}

/** Other forms that programs write, and that all readers interpret alike. */
export const soundStructure: readonly CorpusCase[] = [
  {
    name: 'parts of validation data that a program has left behind',
    make: ({ contract }) => updated(contract, { objects: { 25: '<</Type /VRI>>', 26: '[6 0 R 13 0 R]' } }),
    verdict: 'valid',
  },
  {
    name: '64 blanks behind the end',
    make: ({ contract }) => Buffer.concat([filled(contract), Buffer.alloc(64, ' ')]),
    verdict: 'valid_with_remarks',
  },
  ...['%iText-5.5.13', '%7356f0a2-5d6e-4c1c-9a3e-0a1b2c3d4e5f-1.0-SNAPSHOT'].map(
    (line): CorpusCase => ({
      name: `a program names itself: ${line}`,
      make: ({ contract }) => edited(contract, '>>\nstartxref', `>>\n${line}\nstartxref`),
      verdict: 'valid_with_remarks',
    }),
  ),
  {
    name: 'startxref names the end of line before the table',
    make: ({ contract }) => {
      const file = filled(contract);
      return replaced(file, `startxref\n${startxrefOf(file)}`, `startxref\n${startxrefOf(file) - 1}`, 'last');
    },
    verdict: 'valid_with_remarks',
  },
  {
    name: 'an entry names the end of line before its object',
    make: ({ contract }) => {
      const file = filled(contract);
      const entry = (at: number): string => `${`${at}`.padStart(10, '0')} 00000 n`;
      return replaced(file, entry(offsetOf(file, 20)), entry(offsetOf(file, 20) - 1), 'last');
    },
    verdict: 'valid_with_remarks',
  },
  {
    name: 'the length of a stream in an object of the same save',
    make: ({ contract }) =>
      updated(contract, {
        objects: {
          8: NAME,
          20: stream(TEXT, FORM).replace(/\/Length \d+/, '/Length 21 0 R'),
          21: `${TEXT.length}`,
        },
      }),
    verdict: 'valid_with_remarks',
  },
  {
    name: 'the parameters of a filter in an object of the same save',
    make: ({ contract }) => {
      const data = deflateSync(Buffer.from(TEXT)).toString('latin1');
      const appearance = stream(data, `${FORM} /Filter /FlateDecode /DecodeParms 21 0 R`);
      return updated(contract, { objects: { 8: NAME, 20: appearance, 21: '<</Predictor 1>>' } });
    },
    verdict: 'valid_with_remarks',
  },
  {
    name: 'a table behind a cross-reference stream that says the same',
    make: ({ contract }) => {
      const start = contract.length;
      const hex = (value: number): string => `01${value.toString(16).padStart(8, '0')}00`;
      const data = `${hex(start)} ${hex(start + FILLED.indexOf('20 0 obj'))}>`;
      const entries = `/Type /XRef /Size 30 /W [1 4 1] /Index [8 1 20 1] /Filter /ASCIIHexDecode /Root 1 0 R /Info 14 0 R /Prev ${startxrefOf(contract)}`;
      return saved(contract, FILLED + object(21, stream(data, entries)), [8, 20, 21]);
    },
    verdict: 'valid_with_remarks',
  },
  {
    name: 'a hybrid section whose stream repeats what its table says',
    make: ({ contract }) => {
      const start = contract.length;
      const hex = (value: number): string => `01${value.toString(16).padStart(8, '0')}00`;
      const data = `${hex(start)} ${hex(start + FILLED.indexOf('20 0 obj'))}>`;
      const entries = '/Type /XRef /Size 30 /W [1 4 1] /Index [8 1 20 1] /Filter /ASCIIHexDecode';
      const own = start + FILLED.length;
      return saved(contract, FILLED + object(21, stream(data, entries)), [8, 20, 21], `/XRefStm ${own}`);
    },
    verdict: 'valid_with_remarks',
  },
  {
    name: 'a save that copies /XRefStm from the hybrid section before it',
    make: async ({ signer }) => {
      const contract = await signed(newFile(CONTRACT), signer, { references: 'hybrid' });
      const stream = /\/XRefStm (\d+)/.exec(contract.toString('latin1'))?.[0] ?? '';
      return saved(contract, FILLED, [8, 20], stream);
    },
    verdict: 'valid_with_remarks',
  },
];
