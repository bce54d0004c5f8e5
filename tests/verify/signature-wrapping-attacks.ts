import type { CorpusCase } from '../support/pdf/corpus-case.js';
import { replaced } from '../support/pdf/corpus-case.js';
import { type Objects, offsetOf, startxrefOf, stream, table, updated } from '../support/pdf/raw-pdf.js';
import { CONTRACT } from '../support/pdf/signed-contract.js';

const FORGED = stream('BT /F1 24 Tf 72 700 Td (The price is 1) Tj ET');

const SIGNED_FIELD = (CONTRACT[7] ?? '').replace(/>>$/, ' /V 10 0 R>>');

interface Parts {
  readonly before: string;
  readonly contents: string;
  readonly after: string;
  /** First byte and length of both ranges. */
  readonly range: readonly [number, number, number, number];
}

function partsOf(file: Buffer): Parts {
  const text = file.toString('latin1');
  const found = /\/ByteRange \[(\d+) (\d+) (\d+) (\d+)\]/.exec(text);
  const [a = 0, b = 0, c = 0, d = 0] = (found?.slice(1) ?? []).map(Number);
  return {
    before: text.slice(0, b),
    contents: text.slice(b, c),
    after: text.slice(c, c + d),
    range: [a, b, c, d],
  };
}

function withRange(text: string, numbers: readonly number[]): string {
  return text.replace(
    /\/ByteRange \[[^\]]*\]/,
    `/ByteRange [${numbers.map((number, index) => (index === 0 ? `${number}` : `${number}`.padStart(10, '0'))).join(' ')}]`,
  );
}

/**
 * The published attack: the second signed part is moved to the end, and the gap contains other objects, a signature
 * dictionary with the new ranges, and a table at the offset in the signed startxref. Both parts have the same bytes as
 * before, so the digest is correct.
 */
function wrapped(contract: Buffer, objects: Objects): Buffer {
  const { before, contents, after, range } = partsOf(contract);
  const tableAt = startxrefOf(contract);
  const rest = after.slice(0, tableAt - range[2]);
  const names = [...Object.keys(objects).map(Number), 10];
  const lengthOfTable = tableOf(new Map(names.map((name) => [name, 0])), 0).length;
  let gap = '';
  const offsets = new Map<number, number>();
  const add = (number: number, body: string): void => {
    offsets.set(number, tableAt + lengthOfTable + gap.length);
    gap += `${number} 0 obj\n${body}\nendobj\n`;
  };
  for (const [number, body] of Object.entries(objects)) add(Number(number), body);
  const dictionary = (second: number): string =>
    `<</Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached /ByteRange [0 ${range[1]} ${`${second}`.padStart(10, '0')} ${range[3]}] /Contents ${contents}>>`;
  const length = `10 0 obj\n${dictionary(0)}\nendobj\n`.length;
  add(10, dictionary(tableAt + lengthOfTable + gap.length + length));
  const head = before + contents + rest;
  const previous = Number(/startxref\s+(\d+)/.exec(before)?.[1]);
  return Buffer.from(head + tableOf(offsets, previous) + gap + after, 'latin1');
}

function tableOf(offsets: ReadonlyMap<number, number>, previous: number): string {
  return `${table(offsets)}trailer\n<</Size 30 /Root 1 0 R /Info 14 0 R /Prev ${`${previous}`.padStart(10, '0')}>>\n`;
}

/** The signed content is moved to make room for other content in its place. */
export const signatureWrappingAttacks: readonly CorpusCase[] = [
  {
    name: 'the second part moved to the end, other content and another table in the gap',
    make: ({ contract }) => wrapped(contract, { 4: FORGED, 7: SIGNED_FIELD }),
    verdict: 'invalid',
    reasons: ['BYTE_RANGE_COVERAGE'],
  },
  {
    name: 'the same with another page',
    make: ({ contract }) =>
      wrapped(contract, {
        3: '<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 12 0 R /Resources <</Font <</F1 6 0 R>>>>>>',
        7: SIGNED_FIELD,
      }),
    verdict: 'invalid',
    reasons: ['BYTE_RANGE_COVERAGE'],
  },
  {
    name: 'the same with nothing but the signature moved',
    make: ({ contract }) => wrapped(contract, { 7: SIGNED_FIELD }),
    verdict: 'invalid',
    reasons: ['BYTE_RANGE_COVERAGE'],
  },
  {
    name: 'a hole that is wider than /Contents',
    make: ({ contract }) => {
      const { range } = partsOf(contract);
      return Buffer.from(
        withRange(contract.toString('latin1'), [0, range[1] - 9, range[2], range[3]]),
        'latin1',
      );
    },
    verdict: 'invalid',
    reasons: ['BYTE_RANGE_COVERAGE'],
  },
  {
    name: 'other content inside /Contents, behind a closing bracket',
    make: ({ contract }) => {
      const text = contract.toString('latin1');
      const { range } = partsOf(contract);
      const room = range[2] - 800;
      const injected = `> /X 1>>\nendobj\n4 0 obj\n${FORGED}\nendobj\n99 0 obj\n<`;
      const attacked = text.slice(0, room) + injected + text.slice(room + injected.length);
      return Buffer.from(attacked, 'latin1');
    },
    verdict: 'invalid',
    reasons: ['BYTE_RANGE_COVERAGE'],
  },
  {
    name: 'four numbers and two more',
    make: ({ contract }) => replaced(contract, '/ByteRange [0 00000', '/ByteRange [0 0 0 0'),
    verdict: 'invalid',
    reasons: ['BYTE_RANGE_INVALID'],
  },
  {
    name: 'a third part that takes in what was added, and shifts what follows',
    make: ({ contract }) => {
      const { range } = partsOf(contract);
      const added = updated(contract, { objects: { 4: FORGED } });
      return Buffer.from(
        added
          .toString('latin1')
          .replace(
            /\/ByteRange \[[^\]]*\]/,
            `/ByteRange [0 ${range[1]} ${range[2]} ${range[3]} ${contract.length} 9]`,
          ),
        'latin1',
      );
    },
    verdict: 'invalid',
  },
  {
    name: 'a copy of the whole signed revision behind other content',
    make: ({ contract }) => {
      const forged = updated(contract, { objects: { 4: FORGED } });
      return Buffer.concat([forged, contract.subarray(offsetOf(contract, 7))]);
    },
    verdict: 'invalid',
    reasons: ['REVISION_NOT_COVERED'],
  },
  {
    name: 'a range that begins after the header',
    make: ({ contract }) => replaced(contract, '/ByteRange [0 ', '/ByteRange [9 '),
    verdict: 'invalid',
    reasons: ['BYTE_RANGE_INVALID'],
  },
  {
    name: 'a second part that starts inside of /Contents',
    make: ({ contract }) => {
      const { range } = partsOf(contract);
      const text = withRange(contract.toString('latin1'), [0, range[1], range[2] - 100, range[3] + 100]);
      return Buffer.from(text, 'latin1');
    },
    verdict: 'invalid',
    reasons: ['BYTE_RANGE_COVERAGE'],
  },
];
