import type { CorpusCase } from '../support/pdf/corpus-case.js';
import { newFile, offsetOf, startxrefOf, stream, table, updated } from '../support/pdf/raw-pdf.js';
import {
  CONTRACT,
  filledIn,
  padesOf,
  type Signer,
  signatureBody,
  signed,
} from '../support/pdf/signed-contract.js';

const body = (number: number): string => CONTRACT[number] ?? '';
const FORGED = stream('BT /F1 24 Tf 72 700 Td (The price is 1) Tj ET');

/** Objects as found by a reader that searches the file for them, wherever they are. */
const smuggled = (objects: Readonly<Record<number, string>>): string => {
  const texts = Object.entries(objects).map(([number, text]) => `${number} 0 obj\n${text}\nendobj\n`);
  return `\nendstream\nendobj\n${texts.join('')}99 0 obj\n<<>>\nstream\n`;
};

interface Appendix {
  /** In the data of a stream that nothing refers to. */
  readonly data: string;
  /** After the number that /Prev is. */
  readonly previous?: string;
  /** Between `startxref` and its number. */
  readonly gap?: string;
  /** After `%%EOF`. */
  readonly rest?: string;
  /** Whether /Length is a reference. Readers that rebuild a file skip the data of a stream of known length. */
  readonly lengthApart?: boolean;
  /** Before the objects. */
  readonly before?: string;
}

/** One more revision with a single stream, to which nothing in the document refers. */
function withAppendix(
  file: Buffer,
  { data, previous = '', gap = '\n', rest = '\n', lengthApart = true, before = '' }: Appendix,
): Buffer {
  const length = lengthApart ? '41 0 R' : `${data.length}`;
  const carrier = `40 0 obj\n<</Length ${length}>>\nstream\n${data}\nendstream\nendobj\n`;
  const start = file.length + before.length;
  const offsets = new Map([[40, start]]);
  if (lengthApart) offsets.set(41, start + carrier.length);
  const objects = before + carrier + (lengthApart ? `41 0 obj\n${data.length}\nendobj\n` : '');
  const section = `${table(offsets)}trailer\n<</Size 42 /Root 1 0 R /Info 14 0 R /Prev ${startxrefOf(file)}${previous}>>\n`;
  const closing = `startxref${gap}${file.length + objects.length}\n%%EOF${rest}`;
  return Buffer.concat([file, Buffer.from(objects + section + closing, 'latin1')]);
}

const BLANKS = `\n${' '.repeat(8192)}\n`;
const OTHER_CONTENT = smuggled({ 4: FORGED });

/** A file with a single revision, signed as it is. */
async function signedAtOnce(
  signer: Signer,
  write: (objects: Readonly<Record<number, string>>) => Buffer,
): Promise<Buffer> {
  const objects = {
    ...CONTRACT,
    7: body(7).replace(/>>$/, ' /V 10 0 R>>'),
    10: signatureBody('ETSI.CAdES.detached'),
  };
  return filledIn(write(objects), (covered) => padesOf(covered, signer));
}

const OTHER_PAGE = body(3).replace('/Contents 4 0 R', '/Contents 12 0 R');

/**
 * A file that begins with a line of other bytes, and has one table for readers that count from the first byte and
 * another for those that count from the header. The number after startxref denotes one or the other.
 */
function readTwice(objects: Readonly<Record<number, string>>): Buffer {
  const ahead = 1000;
  const text = newFile({ ...objects, 30: OTHER_PAGE }).toString('latin1');
  const end = text.lastIndexOf('xref\n', text.lastIndexOf('startxref') - 1);
  const numbers = Object.keys({ ...objects, 30: '' }).map(Number);
  const file = Buffer.from(text, 'latin1');
  const at = new Map(numbers.map((number) => [number, offsetOf(file, number)]));
  const other = at.get(30) ?? 0;
  at.delete(30);
  file.write('3 0 obj ', other, 'latin1');
  const trailer = /trailer\n<<.*>>\n/.exec(text.slice(end))?.[0] ?? '';
  const own = table(new Map([...at].map(([number, offset]) => [number, offset + ahead])), [], true);
  const others = table(new Map([...at, [3, other]]), [], true);
  const head = `%${' '.repeat(ahead - 2)}\n`;
  const start = head.length + end;
  const first = `${own}${trailer}`;
  if (first.length > ahead) throw new Error('the two tables overlap');
  const closing = `startxref\n${start}\n%%EOF\n`;
  const rest = `${others}${trailer}${closing}`;
  return Buffer.from(head + file.toString('latin1', 0, end) + first.padEnd(ahead, ' ') + rest, 'latin1');
}

/** Readers repair files that seem damaged, and then see content that the file's tables do not refer to. */
export const readerRecoveryAttacks: readonly CorpusCase[] = [
  {
    name: 'a stream that nothing refers to holds other content, and blanks behind the end keep readers from the tables',
    make: ({ contract }) => withAppendix(contract, { data: OTHER_CONTENT, rest: BLANKS }),
    verdict: 'indeterminate',
  },
  {
    name: 'the same, with a number with decimals as /Prev',
    make: ({ contract }) => withAppendix(contract, { data: OTHER_CONTENT, previous: '.0' }),
    verdict: 'indeterminate',
  },
  {
    name: 'the same, with a zero byte behind startxref',
    make: ({ contract }) => withAppendix(contract, { data: OTHER_CONTENT, gap: '\0\n' }),
    verdict: 'indeterminate',
  },
  {
    name: 'the same, with a zero byte and blanks',
    make: ({ contract }) => withAppendix(contract, { data: OTHER_CONTENT, gap: '\0\n', rest: BLANKS }),
    verdict: 'indeterminate',
  },
  {
    name: 'a stream that nothing refers to and that hides nothing',
    make: ({ contract }) => updated(contract, { objects: { 40: stream('0 0 10 10 re f') } }),
    verdict: 'indeterminate',
  },
  {
    name: 'the signed content has a wrong place in the table, and a later stream holds what readers find instead',
    make: async ({ signer }) => {
      const page = body(3).replace('/Contents 4 0 R', '/Contents [4 0 R 20 0 R]');
      const whole = newFile({ ...CONTRACT, 3: page, 20: stream('q Q') });
      const text = whole.toString('latin1');
      const entry = `20 1\n${`${offsetOf(whole, 20)}`.padStart(10, '0')}`;
      const wrong = Buffer.from(text.replace(entry, '20 1\n0000000017'), 'latin1');
      const file = await signed(wrong, signer);
      const cover = stream('q 1 g 60 680 400 60 re f Q BT /F1 24 Tf 72 700 Td (The price is 1) Tj ET');
      return withAppendix(file, { data: smuggled({ 20: cover }) });
    },
    verdict: 'indeterminate',
  },
  {
    name: 'the signed content has a wrong place in the table, and nothing came after',
    make: async ({ signer }) => {
      const whole = newFile(CONTRACT);
      const entry = `4 1\n${`${offsetOf(whole, 4)}`.padStart(10, '0')}`;
      const text = whole.toString('latin1').replace(entry, '4 1\n0000000017');
      return signed(Buffer.from(text, 'latin1'), signer);
    },
    verdict: 'indeterminate',
  },
  {
    name: 'bytes before the header, so that one half of the readers follows another table',
    make: ({ signer }) => signedAtOnce(signer, readTwice),
    verdict: 'indeterminate',
  },
  {
    name: 'a page whose /Contents stands in it twice when it is signed',
    make: ({ signer }) => {
      const twice = body(3).replace('/Contents 4 0 R', '/Contents 12 0 R /Contents 4 0 R');
      return signed(newFile({ ...CONTRACT, 3: twice }), signer);
    },
    verdict: 'indeterminate',
  },
];
