import type { CorpusCase } from '../support/pdf/corpus-case.js';
import { replaced } from '../support/pdf/corpus-case.js';
import { newFile, offsetOf, startxrefOf, stream, table, updated } from '../support/pdf/raw-pdf.js';
import { CONTRACT, signed } from '../support/pdf/signed-contract.js';

const FORGED = stream('BT /F1 24 Tf 72 700 Td (The price is 1) Tj ET');
const FONT = CONTRACT[6] ?? '';

/** A handwritten revision: objects as text, then a table of these offsets. */
function byHand(
  file: Buffer,
  text: string,
  offsets: (start: number) => ReadonlyMap<number, number>,
  trailer = '',
): Buffer {
  const start = file.length + text.length;
  const body = `${text}${table(offsets(file.length))}trailer\n<</Size 30 /Root 1 0 R /Info 14 0 R /Prev ${startxrefOf(file)} ${trailer}>>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.concat([file, Buffer.from(body, 'latin1')]);
}

/** Tables and byte ranges that make two readers see two documents. */
export const crossReferenceAnomalies: readonly CorpusCase[] = [
  {
    name: 'an object of the revision that no table names',
    make: ({ contract }) =>
      byHand(
        contract,
        `4 0 obj\n${FORGED}\nendobj\n6 0 obj\n${FONT}\nendobj\n`,
        (start) => new Map([[6, start + `4 0 obj\n${FORGED}\nendobj\n`.length]]),
      ),
    verdict: 'invalid',
    changes: ['UNACCOUNTED_BYTES'],
  },
  {
    name: 'an object that its table lists twice',
    make: ({ contract }) => {
      const good = updated(contract, { objects: { 6: FONT } });
      const at = `${offsetOf(good, 6)}`.padStart(10, '0');
      const entry = `6 1\n${at} 00000 n \n`;
      return replaced(good, entry, `${entry}${entry}`, 'last');
    },
    verdict: 'invalid',
    changes: ['MALFORMED_REVISION'],
  },
  {
    name: 'an entry that points to an object of another number',
    make: ({ contract }) =>
      byHand(contract, `20 0 obj\n${FORGED}\nendobj\n`, (start) => new Map([[4, start]])),
    verdict: 'invalid',
    changes: ['MALFORMED_REVISION'],
  },
  {
    name: 'two objects that overlap',
    make: ({ contract }) => {
      const inner = `6 0 obj\n${FONT}\nendobj`;
      const outer = `20 0 obj\n${stream(inner)}\nendobj\n`;
      return byHand(
        contract,
        outer,
        (start) =>
          new Map([
            [20, start],
            [6, start + outer.indexOf(inner)],
          ]),
      );
    },
    verdict: 'invalid',
    changes: ['MALFORMED_REVISION'],
  },
  {
    name: 'a hybrid section whose stream says something else than its table',
    make: ({ contract }) => {
      const object = `4 0 obj\n${FORGED}\nendobj\n`;
      const font = `6 0 obj\n${FONT}\nendobj\n`;
      const start = contract.length;
      const data = `01${start.toString(16).padStart(8, '0')}00>`;
      const at = start + object.length + font.length;
      const hidden = `21 0 obj\n${stream(data, '/Type /XRef /Size 30 /W [1 4 1] /Index [4 1] /Filter /ASCIIHexDecode')}\nendobj\n`;
      return byHand(
        contract,
        object + font + hidden,
        () => new Map([[6, start + object.length]]),
        `/XRefStm ${at}`,
      );
    },
    verdict: 'invalid',
    changes: ['PAGE_CONTENT_CHANGED'],
  },
  {
    name: 'a duplicate key in a changed object',
    make: ({ contract }) =>
      updated(contract, { objects: { 8: (CONTRACT[8] ?? '').replace(/>>$/, ' /V (a) /V (b)>>') } }),
    verdict: 'invalid',
    changes: ['MALFORMED_REVISION'],
  },
  {
    name: 'a stream whose length is wrong',
    make: ({ contract }) =>
      updated(contract, { objects: { 20: stream('q Q').replace('/Length 3', '/Length 1') } }),
    verdict: 'invalid',
    changes: ['MALFORMED_REVISION'],
  },
  {
    name: 'a comment that hides an object',
    make: ({ contract }) => {
      const text = `%4 0 obj ${FORGED.replaceAll('\n', ' ')} endobj\n6 0 obj\n${FONT}\nendobj\n`;
      return byHand(contract, text, (start) => new Map([[6, start + text.indexOf('6 0 obj')]]));
    },
    verdict: 'invalid',
    changes: ['UNACCOUNTED_BYTES'],
  },
  {
    name: 'an object stream with an object that no table names',
    make: ({ contract }) => {
      const packed = '6 0 12 53 ';
      const font = FONT.padEnd(53, ' ');
      const text = `20 0 obj\n${stream(`${packed}${font}(hidden)`, `/Type /ObjStm /N 2 /First ${packed.length}`)}\nendobj\n`;
      const start = contract.length;
      const data = `01${start.toString(16).padStart(8, '0')}00 02${'14'.padStart(8, '0')}00 01${(start + text.length).toString(16).padStart(8, '0')}00>`;
      const table = `21 0 obj\n${stream(data, `/Type /XRef /Size 22 /W [1 4 1] /Index [20 1 6 1 21 1] /Filter /ASCIIHexDecode /Root 1 0 R /Info 14 0 R /Prev ${startxrefOf(contract)}`)}\nendobj\n`;
      return Buffer.concat([
        contract,
        Buffer.from(`${text}${table}startxref\n${start + text.length}\n%%EOF\n`, 'latin1'),
      ]);
    },
    verdict: 'invalid',
    changes: ['UNACCOUNTED_BYTES'],
  },
  {
    name: 'a signed table that puts one object into two places',
    make: async ({ signer }) => {
      const file = newFile(CONTRACT);
      const entry = `4 1\n${`${offsetOf(file, 4)}`.padStart(10, '0')} 00000 n \n`;
      const other = `4 1\n${`${offsetOf(file, 12)}`.padStart(10, '0')} 00000 n \n`;
      return signed(replaced(file, entry, `${entry}${other}`), signer);
    },
    verdict: 'indeterminate',
    problems: ['STRUCTURE_AMBIGUOUS'],
  },
  {
    name: 'bytes behind the end',
    make: ({ contract }) => Buffer.concat([contract, Buffer.from('something else')]),
    verdict: 'invalid',
    changes: ['UNACCOUNTED_BYTES'],
  },
  {
    name: 'a second header and a whole other document behind the end',
    make: ({ contract }) =>
      Buffer.concat([contract, Buffer.from('%PDF-1.4\n1 0 obj\n<</Type /Catalog>>\nendobj\n')]),
    verdict: 'invalid',
    changes: ['UNACCOUNTED_BYTES'],
  },
  {
    name: 'a range that ends before the end of the revision',
    make: ({ contract }) => {
      const [whole = '', rest = '0'] =
        /\/ByteRange \[0 \d+ \d+ (\d+)\]/.exec(contract.toString('latin1')) ?? [];
      return replaced(contract, whole, whole.replace(rest, `${Number(rest) - 6}`.padStart(rest.length, '0')));
    },
    verdict: 'invalid',
    reasons: ['REVISION_NOT_COVERED', 'DIGEST_MISMATCH'],
  },
  {
    name: 'the section of the update is a loop',
    make: ({ contract }) => {
      const attacked = updated(contract, { objects: { 6: FONT } });
      return replaced(attacked, `/Prev ${startxrefOf(contract)}`, `/Prev ${startxrefOf(attacked)}`, 'last');
    },
    verdict: 'invalid',
    changes: ['UNACCOUNTED_BYTES'],
  },
  {
    name: 'another generation of an object',
    make: ({ contract }) => {
      const attacked = updated(contract, { objects: { 6: FONT } });
      const at = `${offsetOf(attacked, 6)}`.padStart(10, '0');
      return replaced(attacked, `${at} 00000 n`, `${at} 00001 n`, 'last');
    },
    verdict: 'invalid',
    changes: ['MALFORMED_REVISION'],
  },
  {
    name: 'the picture comes back as another generation, to which no reference leads',
    make: ({ contract }) => {
      const text = `13 1 obj\n${CONTRACT[13]}\nendobj\n`;
      const attacked = byHand(contract, text, (start) => new Map([[13, start]]));
      const at = `${contract.length}`.padStart(10, '0');
      return replaced(attacked, `${at} 00000 n`, `${at} 00001 n`, 'last');
    },
    verdict: 'invalid',
    changes: ['MALFORMED_REVISION'],
  },
  {
    name: 'an entry that points to where the object was, with another generation',
    make: ({ contract }) => {
      const at = `${offsetOf(contract, 13)}`.padStart(10, '0');
      const attacked = byHand(contract, '', () => new Map([[13, offsetOf(contract, 13)]]));
      return replaced(attacked, `${at} 00000 n`, `${at} 00001 n`, 'last');
    },
    verdict: 'invalid',
    changes: ['MALFORMED_REVISION'],
  },
  {
    name: 'a reference to another generation than there is',
    make: ({ contract }) =>
      updated(contract, { objects: { 9: (CONTRACT[9] ?? '').replace('11 0 R', '11 1 R') } }),
    verdict: 'invalid',
    changes: ['OBJECT_CHANGED'],
  },
  {
    name: 'a stream whose data begin in the line of the keyword',
    make: ({ contract }) =>
      updated(contract, { objects: { 11: (CONTRACT[11] ?? '').replace('stream\n', 'stream') } }),
    verdict: 'invalid',
    changes: ['MALFORMED_REVISION'],
  },
  {
    name: 'a /Size before objects that are there, so that some readers take them for missing',
    make: ({ contract }) => replaced(updated(contract, { objects: {} }), '/Size 19', '/Size 13', 'last'),
    verdict: 'invalid',
    changes: ['MALFORMED_REVISION'],
  },
  {
    name: 'a hybrid section whose table frees what its stream leaves where it was',
    make: ({ contract }) => {
      const at = offsetOf(contract, 13).toString(16).padStart(8, '0');
      const entries = '/Type /XRef /Size 30 /W [1 4 1] /Index [13 1] /Filter /ASCIIHexDecode';
      const hidden = `21 0 obj\n${stream(`01${at}00>`, entries)}\nendobj\n`;
      const attacked = byHand(contract, hidden, () => new Map([[13, 0]]), `/XRefStm ${contract.length}`);
      return replaced(attacked, '0000000000 00000 n', '0000000000 00001 f', 'last');
    },
    verdict: 'invalid',
    changes: ['MALFORMED_REVISION'],
  },
  {
    name: 'a key that stood twice when it was signed, written again with one of its values',
    make: async ({ signer }) => {
      const page = CONTRACT[3] ?? '';
      const twice = page.replace('/Contents 4 0 R', '/Contents 4 0 R /Contents 12 0 R');
      const file = await signed(newFile({ ...CONTRACT, 3: twice }), signer);
      return updated(file, { objects: { 3: page.replace('/Contents 4 0 R', '/Contents 12 0 R') } });
    },
    verdict: 'invalid',
    changes: ['OBJECT_CHANGED'],
  },
  {
    name: 'an object in a comment that begins like the name of a program',
    make: ({ contract }) => {
      const text = `%Writer 4 0 obj ${FORGED.replaceAll('\n', ' ')} endobj\n6 0 obj\n${FONT}\nendobj\n`;
      return byHand(contract, text, (start) => new Map([[6, start + text.indexOf('6 0 obj')]]));
    },
    verdict: 'invalid',
    changes: ['UNACCOUNTED_BYTES'],
  },
];
