import type { CorpusCase } from '../support/pdf/corpus-case.js';
import { replaced } from '../support/pdf/corpus-case.js';
import { startxrefOf, stream, updated } from '../support/pdf/raw-pdf.js';
import { CONTRACT } from '../support/pdf/signed-contract.js';

const FORGED = stream('BT /F1 24 Tf 72 700 Td (The price is 1) Tj ET');

/** Content added after a signature in a revision of its own, with or without the parts that a revision requires. */
export const incrementalSavingAttacks: readonly CorpusCase[] = [
  {
    name: 'other page content, with table and trailer',
    make: ({ contract }) => updated(contract, { objects: { 4: FORGED } }),
    verdict: 'invalid',
    changes: ['PAGE_CONTENT_CHANGED'],
  },
  {
    name: 'other page content in a cross-reference stream',
    make: ({ contract }) => updated(contract, { objects: { 4: FORGED }, references: 'stream' }),
    verdict: 'invalid',
    changes: ['PAGE_CONTENT_CHANGED'],
  },
  {
    name: 'a body without table and trailer',
    make: ({ contract }) => Buffer.concat([contract, Buffer.from(`4 0 obj\n${FORGED}\nendobj\n`)]),
    verdict: 'invalid',
    changes: ['UNACCOUNTED_BYTES'],
  },
  {
    name: 'a body with a trailer and no table',
    make: ({ contract }) =>
      Buffer.concat([
        contract,
        Buffer.from(`4 0 obj\n${FORGED}\nendobj\ntrailer\n<</Root 1 0 R /Size 20>>\n`),
      ]),
    verdict: 'invalid',
    changes: ['UNACCOUNTED_BYTES'],
  },
  {
    name: 'a copy of the signature follows the other content',
    make: ({ contract }) => {
      const text = contract.toString('latin1');
      const start = text.indexOf('10 0 obj');
      const copy = text.slice(text.indexOf('<<', start), text.indexOf('endobj', start)).trim();
      return updated(contract, { objects: { 4: FORGED, 10: copy } });
    },
    verdict: 'invalid',
    changes: ['PAGE_CONTENT_CHANGED'],
  },
  {
    name: 'a table whose startxref leads nowhere, so that readers search for objects',
    make: ({ contract }) =>
      Buffer.concat([contract, Buffer.from(`4 0 obj\n${FORGED}\nendobj\nstartxref\n999999\n%%EOF\n`)]),
    verdict: 'invalid',
    changes: ['UNACCOUNTED_BYTES'],
  },
  {
    name: 'the page points to other content',
    make: ({ contract }) =>
      updated(contract, {
        objects: { 3: (CONTRACT[3] ?? '').replace('/Contents 4 0 R', '/Contents 20 0 R'), 20: FORGED },
      }),
    verdict: 'invalid',
    changes: ['PAGE_CONTENT_CHANGED'],
  },
  {
    name: 'the catalog points to other pages',
    make: ({ contract }) =>
      updated(contract, {
        objects: {
          1: (CONTRACT[1] ?? '').replace('/Pages 2 0 R', '/Pages 20 0 R'),
          20: '<</Type /Pages /Kids [21 0 R] /Count 1>>',
          21: '<</Type /Page /Parent 20 0 R /MediaBox [0 0 595 842]>>',
        },
      }),
    verdict: 'invalid',
    changes: ['CATALOG_CHANGED'],
  },
  {
    name: 'the trailer points to another catalog',
    make: ({ contract }) =>
      updated(contract, {
        objects: {
          20: (CONTRACT[1] ?? '').replace('/Pages 2 0 R', '/Pages 21 0 R'),
          21: '<</Type /Pages /Kids [] /Count 0>>',
        },
        trailer: '/Root 20 0 R /Info 14 0 R',
      }),
    verdict: 'invalid',
    changes: ['CATALOG_CHANGED'],
  },
  {
    name: 'two revisions: the first harmless, the second not',
    make: ({ contract }) =>
      updated(updated(contract, { objects: { 6: CONTRACT[6] ?? '' } }), { objects: { 4: FORGED } }),
    verdict: 'invalid',
    changes: ['OBJECT_REWRITTEN', 'PAGE_CONTENT_CHANGED'],
  },
  {
    name: 'one more page',
    make: ({ contract }) =>
      updated(contract, {
        objects: {
          2: '<</Type /Pages /Kids [3 0 R 20 0 R] /Count 2>>',
          20: '<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 12 0 R /Resources <<>>>>',
        },
      }),
    verdict: 'invalid',
    changes: ['PAGE_TREE_CHANGED'],
  },
  {
    name: 'an action when the document opens',
    make: ({ contract }) =>
      updated(contract, {
        objects: {
          1: (CONTRACT[1] ?? '').replace(/>>$/, ' /OpenAction <</S /JavaScript /JS (app.alert\\(1\\))>>>>'),
        },
      }),
    verdict: 'invalid',
    changes: ['CATALOG_CHANGED'],
  },
  {
    name: 'a changed byte in what was signed',
    make: ({ contract }) => replaced(contract, 'price is 5000', 'price is 1000'),
    verdict: 'invalid',
    reasons: ['DIGEST_MISMATCH'],
  },
  {
    name: 'the newest section leads past the one that was signed',
    make: ({ contract }) => {
      const first = /startxref\s+(\d+)/.exec(contract.toString('latin1'))?.[1] ?? '';
      const attacked = updated(contract, { objects: { 4: FORGED } });
      return replaced(attacked, `/Prev ${startxrefOf(contract)}`, `/Prev ${first}`, 'last');
    },
    verdict: 'invalid',
    problems: ['SIGNATURE_UNREACHABLE'],
  },
];
