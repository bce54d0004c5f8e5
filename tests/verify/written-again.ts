import { deflateSync } from 'node:zlib';
import type { CorpusCase, Ingredients } from '../support/pdf/corpus-case.js';
import { newFile, startxrefOf, stream, updated } from '../support/pdf/raw-pdf.js';
import { CONTRACT, signed } from '../support/pdf/signed-contract.js';

const body = (number: number): string => CONTRACT[number] ?? '';
const CONTENT = 'BT /F1 24 Tf 72 700 Td (The price is 5000) Tj ET /X1 Do';
const ID = '/ID [<00112233445566778899aabbccddeeff><00112233445566778899aabbccddeeff>]';

/** The page's content again, in an encoding that this verifier can read. */
const encodedAnew =
  (entries: string, encode: (content: string) => string) =>
  ({ contract }: Ingredients): Buffer =>
    updated(contract, { objects: { 4: stream(encode(CONTENT), entries) } });

const hexadecimal = (text: string): string => Buffer.from(text, 'latin1').toString('hex');
const deflated = (text: string): string => deflateSync(Buffer.from(text, 'latin1')).toString('latin1');

/** With PNG predictor rows, each with its first byte. */
function inRows(text: string, columns: number, kinds: (row: number) => number): string {
  const rows: string[] = [];
  for (let at = 0; at < text.length; at += columns)
    rows.push(String.fromCharCode(kinds(rows.length)) + text.slice(at, at + columns).padEnd(columns));
  return deflated(rows.join(''));
}

/** A revision of one object stream, 30, and the cross-reference stream 31. */
function withObjectStream(
  file: Buffer,
  objects: readonly (readonly [number: number, body: string])[],
  /** The objects in use, by position in the stream. */
  used: readonly number[],
): Buffer {
  let data = '';
  const index = objects.map(([number, text]) => {
    const entry = `${number} ${data.length}`;
    data += `${text} `;
    return entry;
  });
  const first = `${index.join(' ')} `;
  const container = `30 0 obj\n${stream(first + data, `/Type /ObjStm /N ${objects.length} /First ${first.length}`)}\nendobj\n`;
  const start = file.length + container.length;
  const rows = new Map([
    ...used.map((at) => [objects[at]?.[0] ?? 0, `020000001e${at.toString(16).padStart(2, '0')}`] as const),
    [30, `01${file.length.toString(16).padStart(8, '0')}00`] as const,
    [31, `01${start.toString(16).padStart(8, '0')}00`] as const,
  ]);
  const entries = `/Type /XRef /Size 32 /W [1 4 1] /Index [${[...rows.keys()].map((number) => `${number} 1`).join(' ')}] /Filter /ASCIIHexDecode`;
  const section = stream(
    `${[...rows.values()].join('')}>`,
    `${entries} /Root 1 0 R /Info 14 0 R ${ID} /Prev ${startxrefOf(file)}`,
  );
  const rest = `${container}31 0 obj\n${section}\nendobj\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.concat([file, Buffer.from(rest, 'latin1')]);
}

/** A contract signed with other objects, and a save of one of them. */
const savedAgain =
  (objects: Readonly<Record<number, string>>, again: Readonly<Record<number, string>>) =>
  async ({ signer }: Ingredients): Promise<Buffer> =>
    updated(await signed(newFile({ ...CONTRACT, ...objects }), signer), { objects: again });

const COVERING = '\x80 1 g 0 0 595 842 re f';
const FORM = '/Type /XObject /Subtype /Form /BBox [0 0 595 842]';
const OVER_THE_PRICE =
  '<</Type /Annot /Subtype /Widget /FT /Tx /T (over) /F 0 /Rect [60 690 400 730] /AP <</N 30 0 R>>>>';
const NODE =
  '<</Type /Pages /T (node) /Parent 2 0 R /Count 1 /Kids [3 0 R] /MediaBox [0 0 595 842] /Contents 12 0 R>>';

/** Saves that mean the same to this verifier and something else to a reader. */
export const writtenAgain: readonly CorpusCase[] = [
  {
    name: 'the content compressed anew without a sound zlib header, which readers show as nothing',
    make: encodedAnew('/Filter /FlateDecode', (text) => `\0\0${deflated(text).slice(2)}`),
    verdict: 'indeterminate',
    reasons: ['REVISION_UNUSUAL'],
  },
  {
    name: 'the content compressed anew with another checksum',
    make: encodedAnew('/Filter /FlateDecode', (text) => `${deflated(text).slice(0, -4)}\0\0\0\0`),
    verdict: 'indeterminate',
    reasons: ['REVISION_UNUSUAL'],
  },
  {
    name: 'rows of a predictor that begin with a number that there is not',
    make: encodedAnew('/Filter /FlateDecode /DecodeParms <</Predictor 12 /Columns 11>>', (text) =>
      inRows(text, 11, (row) => (row === 1 ? 0x25 : 0)),
    ),
    verdict: 'indeterminate',
    reasons: ['REVISION_UNUSUAL'],
  },
  {
    name: 'parameters that belong to no filter of the list',
    make: encodedAnew('/Filter [/FlateDecode] /DecodeParms <</Predictor 12 /Columns 11>>', (text) =>
      inRows(text, 11, () => 0),
    ),
    verdict: 'indeterminate',
    reasons: ['REVISION_UNUSUAL'],
  },
  {
    name: 'the content compressed anew with rows of a PNG predictor',
    make: encodedAnew('/Filter /FlateDecode /DecodeParms <</Predictor 12 /Columns 11>>', (text) =>
      inRows(text, 11, () => 0),
    ),
    verdict: 'valid',
  },
  {
    name: 'hexadecimal digits with letters between them',
    make: encodedAnew('/Filter /ASCIIHexDecode', (text) => `${hexadecimal(text).replace('28', 'zz28!')}>`),
    verdict: 'indeterminate',
    reasons: ['REVISION_UNUSUAL'],
  },
  {
    name: 'the content behind a filter of encryption',
    make: encodedAnew('/Filter /Crypt', (text) => text),
    verdict: 'indeterminate',
    reasons: ['REVISION_UNUSUAL'],
  },
  {
    name: 'the content behind the short name of a filter',
    make: encodedAnew('/Filter /AHx', (text) => `${hexadecimal(text)}>`),
    verdict: 'indeterminate',
    reasons: ['REVISION_UNUSUAL'],
  },
  {
    name: 'a new signature field whose appearance is empty behind /F and covers the page without it',
    make: ({ contract }) =>
      updated(contract, {
        objects: {
          3: body(3).replace('17 0 R]', '17 0 R 31 0 R]'),
          5: body(5).replace('17 0 R]', '17 0 R 31 0 R]'),
          30: stream(COVERING, `${FORM} /F /RunLengthDecode`),
          31: '<</Type /Annot /Subtype /Widget /FT /Sig /T (Sig9) /F 132 /P 3 0 R /Rect [0 0 595 842] /AP <</N 30 0 R>>>>',
        },
      }),
    verdict: 'indeterminate',
    reasons: ['REVISION_UNUSUAL'],
  },
  {
    name: 'signed content with a filter under /F, which some readers apply',
    make: ({ signer }) =>
      signed(newFile({ ...CONTRACT, 4: stream(`\x80\n${CONTENT}`, '/F /RunLengthDecode') }), signer),
    verdict: 'indeterminate',
    problems: ['STRUCTURE_AMBIGUOUS'],
  },
  {
    name: 'an object stream that holds the page twice',
    make: ({ contract }) =>
      withObjectStream(
        contract,
        [
          [3, body(3).replace('/Contents 4 0 R', '/Contents 12 0 R')],
          [3, body(3)],
        ],
        [1],
      ),
    verdict: 'indeterminate',
    reasons: ['REVISION_UNUSUAL'],
  },
  {
    name: 'a signed object stream that holds the page twice',
    make: ({ signer }) => {
      const forged = body(3).replace('/Contents 4 0 R', '/Contents 12 0 R');
      const twice = [
        [3, forged],
        [3, body(3)],
      ] as const;
      return signed(withObjectStream(newFile(CONTRACT), twice, [1]), signer);
    },
    verdict: 'indeterminate',
    problems: ['STRUCTURE_AMBIGUOUS'],
  },
  {
    name: 'a page whose size and rotation are null instead of inherited',
    make: savedAgain(
      {
        2: '<</Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 595 842] /Rotate 180>>',
        3: body(3).replace('/MediaBox [0 0 595 842] ', ''),
      },
      { 3: body(3).replace('/MediaBox [0 0 595 842]', '/MediaBox null /Rotate null') },
    ),
    verdict: 'invalid',
    changes: ['PAGE_CHANGED'],
  },
  {
    name: 'a rotation with a decimal point, which poppler passes over',
    make: savedAgain(
      { 3: body(3).replace('/Contents', '/Rotate 180 /Contents') },
      { 3: body(3).replace('/Contents', '/Rotate 180.0 /Contents') },
    ),
    verdict: 'indeterminate',
    reasons: ['REVISION_UNUSUAL'],
  },
  {
    name: 'a field that is a node of the page tree and becomes a page',
    make: savedAgain(
      {
        2: '<</Type /Pages /Kids [33 0 R] /Count 1>>',
        3: body(3).replace('/Parent 2 0 R', '/Parent 33 0 R'),
        5: body(5).replace('17 0 R]', '17 0 R 33 0 R]'),
        33: NODE,
      },
      { 33: NODE.replace('/Type /Pages', '/Type /Page') },
    ),
    verdict: 'invalid',
    changes: ['FIELD_CHANGED'],
  },
  {
    name: 'a white field over the price that is printed from now on',
    make: savedAgain(
      {
        3: body(3).replace('17 0 R]', '17 0 R 33 0 R]'),
        5: body(5).replace('17 0 R]', '17 0 R 33 0 R]'),
        30: stream('1 g 0 0 340 40 re f', '/Type /XObject /Subtype /Form /BBox [0 0 340 40]'),
        33: OVER_THE_PRICE,
      },
      { 33: OVER_THE_PRICE.replace('/F 0', '/F 4') },
    ),
    verdict: 'invalid',
    changes: ['FIELD_CHANGED'],
  },
];
