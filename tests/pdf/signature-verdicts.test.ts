import { signDocument } from '@cinnabar/pdf/sign/sign-document.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { testFonts } from '../support/fonts.js';
import { opensslProblems, signaturesIn } from '../support/pdf/found-signatures.js';
import { pdfsig, qpdfProblems } from '../support/pdf/pdf-tools.js';
import { actOf, placement, preparedPdf, sealMark } from '../support/pdf/sample-documents.js';
import { strictProblems } from '../support/pdf/strict-revisions.js';
import { makeTestSigner, type TestAlgorithm, type TestSigner } from '../support/test-certificates.js';

const VALID = 'Signature is Valid.';

describe.each<TestAlgorithm>(['ecdsa-p256-sha256', 'rsa-sha256'])('signatures of %s', (algorithm) => {
  let signer: TestSigner;
  beforeAll(async () => {
    signer = await makeTestSigner(algorithm);
  });

  /** Signs a document of three pages this many times, alternately in areas and freely. */
  async function signedTimes(times: number): Promise<{ revisions: Uint8Array[] }> {
    const areas = Array.from({ length: times }, (_, index) => ({
      fieldName: `sig-1-${index}`,
      box: { page: 1 + (index % 3), x: 100, y: 400, width: 159, height: 159 },
    }));
    const prepared = await preparedPdf([{}, {}, {}], { areas: areas.filter((_, index) => index % 2 === 0) });
    const revisions = [prepared];
    for (const { fieldName, box } of areas) {
      const act = actOf(signer, [placement(fieldName, box, sealMark({ dateLine: '2026-11-20' }))]);
      revisions.push(await signDocument(revisions.at(-1) ?? prepared, act, signer.sign, testFonts));
    }
    return { revisions };
  }

  test.each([2, 10])('%i in sequence: poppler, qpdf and OpenSSL accept each', async (times) => {
    const { revisions } = await signedTimes(times);
    const last = revisions.at(-1) ?? new Uint8Array();
    const verdicts = pdfsig(last);
    expect(verdicts.map(({ validation }) => validation)).toEqual(Array.from({ length: times }, () => VALID));
    expect(verdicts.map(({ type }) => type)).toEqual(
      Array.from({ length: times }, () => 'ETSI.CAdES.detached'),
    );
    expect(verdicts.map(({ total }) => total)).toEqual(
      Array.from({ length: times }, (_, index) => index === times - 1),
    );
    expect(qpdfProblems(last)).toBe('');
    expect(strictProblems(last)).toEqual([]);
    const found = signaturesIn(last);
    expect(found).toHaveLength(times);
    for (const signature of found) expect(opensslProblems(signature, signer.rootPem)).toBe('');
  });

  test('every revision is a strict prefix of the next', async () => {
    const { revisions } = await signedTimes(4);
    for (const [index, revision] of revisions.slice(0, -1).entries()) {
      const next = Buffer.from(revisions[index + 1] ?? []);
      expect(next.length).toBeGreaterThan(revision.length);
      expect(next.subarray(0, revision.length).equals(revision)).toBe(true);
    }
  });

  test('one act with three places: three signatures, each covering all before it', async () => {
    const prepared = await preparedPdf([{}, {}], {
      areas: [{ fieldName: 'sig-1-1', box: { page: 1, x: 10, y: 10, width: 159, height: 159 } }],
    });
    const placements = [
      placement('sig-1-1'),
      placement('sig-1-2', { page: 2 }),
      placement('sig-1-3', { page: 2, y: 100 }),
    ];
    const signed = await signDocument(prepared, actOf(signer, placements), signer.sign, testFonts);
    expect(pdfsig(signed)).toMatchObject([
      { field: 'sig-1-1', validation: VALID, total: false },
      { field: 'sig-1-2', validation: VALID, total: false },
      { field: 'sig-1-3', validation: VALID, total: true },
    ]);
    expect(qpdfProblems(signed)).toBe('');
    expect(strictProblems(signed)).toEqual([]);
  });

  test('a changed byte in a signed range is detected by poppler and OpenSSL', async () => {
    const { revisions } = await signedTimes(2);
    const tampered = Buffer.from(revisions.at(-1) ?? []);
    const at = tampered.indexOf('/MediaBox');
    tampered.write('/MediaBoy', at, 'latin1');
    expect(pdfsig(tampered).map(({ validation }) => validation)).toEqual([
      'Digest Mismatch.',
      'Digest Mismatch.',
    ]);
    for (const signature of signaturesIn(tampered)) {
      expect(opensslProblems(signature, signer.rootPem)).toMatch(/verification failure|digest/);
    }
  });

  test('a change in the second revision invalidates only the second signature', async () => {
    const { revisions } = await signedTimes(2);
    const tampered = Buffer.from(revisions.at(-1) ?? []);
    const at = tampered.lastIndexOf('/Reason');
    tampered.write('/Reasom', at, 'latin1');
    expect(pdfsig(tampered).map(({ validation }) => validation)).toEqual([VALID, 'Digest Mismatch.']);
  });
});

test('for a key longer than expected the revision is built again with more space', async () => {
  const signer = await makeTestSigner('rsa-sha256', 4096);
  const prepared = await preparedPdf([{}]);
  let asked = 0;
  const signed = await signDocument(
    prepared,
    actOf(signer, [placement('sig-1-1', {}, sealMark({ dateLine: '2026-11-20' }))]),
    (data) => {
      asked += 1;
      return signer.sign(data);
    },
    testFonts,
  );
  expect(asked).toBe(2);
  expect(pdfsig(signed)).toMatchObject([{ validation: VALID, total: true }]);
  expect(qpdfProblems(signed)).toBe('');
  expect(strictProblems(signed)).toEqual([]);
  for (const signature of signaturesIn(signed)) expect(opensslProblems(signature, signer.rootPem)).toBe('');
});

test('an act without places adds one invisible signature', async () => {
  const signer = await makeTestSigner('ecdsa-p256-sha256');
  const signed = await signDocument(await preparedPdf([{}]), actOf(signer, []), signer.sign, testFonts);
  expect(pdfsig(signed)).toMatchObject([{ field: 'sig-1-file-1', validation: VALID, total: true }]);
  expect(qpdfProblems(signed)).toBe('');
  expect(strictProblems(signed)).toEqual([]);
});
