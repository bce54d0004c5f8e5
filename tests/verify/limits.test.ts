/**
 * Files that require far more work than legitimate ones: the verdict gives the reason, and they take seconds at most.
 */
import { verifyDocument } from '@cinnabar/pdf/verify/verify-document.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { startxrefOf, updated } from '../support/pdf/raw-pdf.js';
import { CONTRACT, signedContract } from '../support/pdf/signed-contract.js';
import { makeTestSigner } from '../support/test-certificates.js';

const NOW = new Date('2026-11-21T08:00:00Z');
let contract: Buffer;
beforeAll(async () => {
  contract = await signedContract(await makeTestSigner('ecdsa-p256-sha256'));
});

const verified = (file: Buffer) => verifyDocument(file, { trusted: [], now: NOW });

/** One table of many entries behind the contract. */
function withTable(count: number, entry: string): Buffer {
  const start = contract.length;
  const trailer = `trailer\n<</Size ${count + 100} /Root 1 0 R /Info 14 0 R /Prev ${startxrefOf(contract)}>>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.concat([
    contract,
    Buffer.from(`xref\n100 ${count}\n`),
    Buffer.from(entry.repeat(count)),
    Buffer.from(trailer),
  ]);
}

describe('a file that exceeds a limit is indeterminate, with the reason', () => {
  test.each([
    ['a table of more entries than any document has', () => withTable(1_000_001, '0000000000 00001 f \n')],
    [
      'an array of more values than any document has',
      () => updated(contract, { objects: { 25: `[${'1 '.repeat(1_000_001)}]` } }),
    ],
  ])('%s', (_, make) => {
    expect(verified(make())).toMatchObject({
      verdict: 'indeterminate',
      valid: false,
      problems: [{ code: 'LIMIT_REACHED', detail: 'WORK' }],
    });
  });

  test('fields nested deeper than the limit', () => {
    const chain = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [100 + index, `<</T (a) /Kids [${101 + index} 0 R]>>`]),
    );
    const form = (CONTRACT[5] ?? '').replace('17 0 R]', '17 0 R 100 0 R]');
    const { problems } = verified(updated(contract, { objects: { 5: form, ...chain } }));
    expect(problems).toMatchObject([{ code: 'LIMIT_REACHED', detail: 'FIELD_DEPTH' }]);
  });

  test('a page tree with many kids does not overflow the stack', () => {
    const kids = Array.from({ length: 200_000 }, (_, index) => `${100 + index} 0 R`).join(' ');
    const tree = `<</Type /Pages /Count 200000 /Kids [${kids}]>>`;
    expect(verified(updated(contract, { objects: { 2: tree } })).verdict).toBe('invalid');
  });
});
