/** Files signed by this service, verified by its own verifier and poppler; and the same with a byte changed. */

import { X509Certificate } from 'node:crypto';
import { signDocument } from '@cinnabar/pdf/sign/sign-document.js';
import { verifyDocument } from '@cinnabar/pdf/verify/verify-document.js';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { testFonts } from '../support/fonts.js';
import { pdfsig } from '../support/pdf/pdf-tools.js';
import { actOf, placement, preparedPdf } from '../support/pdf/sample-documents.js';
import { signedContract } from '../support/pdf/signed-contract.js';
import { makeTestSigner, type TestSigner } from '../support/test-certificates.js';

const NOW = new Date('2026-11-21T08:00:00Z');
let signer: TestSigner;
let trusted: readonly Uint8Array[];
beforeAll(async () => {
  signer = await makeTestSigner('ecdsa-p256-sha256');
  trusted = [new Uint8Array(new X509Certificate(signer.rootPem).raw)];
});

/** Signed by this many signers, alternately in a prepared area, freely, and invisibly. */
async function signedBy(signers: number): Promise<Uint8Array> {
  const areas = Array.from({ length: signers }, (_, index) => ({
    fieldName: `sig-${index}-1`,
    box: { page: 1, x: 50 + 100 * index, y: 400, width: 90, height: 90 },
  }));
  let file = await preparedPdf([{}, {}], { areas: areas.filter((_, index) => index % 3 === 0) });
  for (const [index, { fieldName, box }] of areas.entries()) {
    const placements = index % 3 === 2 ? [] : [placement(fieldName, box)];
    const invisibleFieldName = `sig-${index}-file-1`;
    file = await signDocument(
      file,
      actOf(signer, placements, { invisibleFieldName }),
      signer.sign,
      testFonts,
    );
  }
  return file;
}

describe('files of this service', () => {
  test.each([1, 2, 3, 5])('%i signers: all valid, and poppler agrees', async (signers) => {
    const file = await signedBy(signers);
    const { verdict, signatures } = verifyDocument(file, { trusted, now: NOW });
    expect(verdict).toBe('valid');
    expect(signatures.map(({ level, revision }) => [level, revision])).toEqual(
      Array.from({ length: signers }, (_, index) => ['B-B', index + 2]),
    );
    const found = signatures.map(
      ({ fieldName, coversWholeDocument }) => `${fieldName} ${coversWholeDocument}`,
    );
    expect(
      pdfsig(file)
        .map(({ field, total }) => `${field} ${total}`)
        .sort(),
    ).toEqual(found.sort());
  });
});

describe('any change', () => {
  test('of a byte covered by a signature: never valid', async () => {
    const file = await signedContract(signer);
    const [range = ''] = /\/ByteRange \[[^\]]*\]/.exec(file.toString('latin1')) ?? [];
    const [, first = 0, second = 0] = range.match(/\d+/g)?.map(Number) ?? [];
    fc.assert(
      fc.property(fc.nat(file.length - 1), fc.integer({ min: 1, max: 255 }), (at, by) => {
        fc.pre(at > 8 && (at < first || at >= second));
        const changed = Buffer.from(file);
        changed[at] = (changed[at] ?? 0) ^ by;
        expect(verifyDocument(changed, { trusted, now: NOW }).valid).toBe(false);
      }),
      { numRuns: 300, seed: 6 },
    );
  });

  test('anything but white space after the end: never valid', async () => {
    const file = await signedContract(signer);
    const word = fc.constantFrom(
      ...[
        '4 0 obj\n',
        '<</A 1>>',
        'endobj\n',
        'xref\n0 1\n0000000000 65535 f \n',
        'trailer\n',
        '%%EOF\n',
        'stream\n',
      ],
      ...['startxref\n', '20', ' ', '\n', 'endstream\n', '<<', '>>', '[', ')', '/Root 1 0 R', '%PDF-1.7\n'],
    );
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 12 }), (words) => {
        const text = words.join('');
        fc.pre(text.trim() !== '');
        const changed = Buffer.concat([file, Buffer.from(text)]);
        expect(verifyDocument(changed, { trusted, now: NOW }).valid).toBe(false);
      }),
      { numRuns: 300, seed: 6 },
    );
  });

  test('truncation at any place: never valid', async () => {
    const file = await signedContract(signer);
    fc.assert(
      fc.property(fc.integer({ min: 9, max: file.length - 2 }), (length) => {
        expect(verifyDocument(file.subarray(0, length), { trusted, now: NOW }).valid).toBe(false);
      }),
      { numRuns: 200, seed: 6 },
    );
  });
});
