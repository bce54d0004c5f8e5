/**
 * Signed files from the field, with no trust anchors: whether each is intact, and what changed after its signatures.
 */
import { verifyDocument } from '@cinnabar/pdf/verify/verify-document.js';
import { describe, expect, test } from 'vitest';
import { wildFile, wildFileCases } from '../support/pdf/wild-files.js';

const NOW = new Date('2026-11-21T08:00:00Z');

/** The verdict for the file, and for each signature whether it is intact. Files not listed have no signature. */
const SIGNED: Readonly<Record<string, readonly [verdict: string, ...intact: boolean[]]>> = {
  'signed/certified-with-indirect-refs-in-dir.pdf': ['indeterminate', true],
  'signed/coverage-anomalies__one-byterange.pdf': ['invalid', false],
  'signed/coverage-anomalies__signature-gap-too-big.pdf': ['invalid', false],
  'signed/coverage-anomalies__tail-uncovered.pdf': ['invalid', false],
  'signed/coverage-anomalies__weird-byterange.pdf': ['invalid', false],
  // One of the paths to an extension is not a path of the extensions.
  'signed/extensions-indirect-not-all-paths.pdf': ['invalid', false, true],
  'signed/extensions-indirect.pdf': ['indeterminate', true, true],
  // The dictionary that something else refers to does not change; the field gets another one.
  'signed/form-update-no-override-appearance-stream-ap-indirect-sneaky.pdf': ['indeterminate', true, true],
  'signed/form-update-no-override-appearance-stream-ap-indirect.pdf': ['indeterminate', true, true],
  'signed/form-update-original-ap-type-wrong.pdf': ['indeterminate', true, true],
  // The changed appearance is also used by another object.
  'signed/form-update-override-appearance-stream-sneaky.pdf': ['invalid', false, true],
  'signed/form-update-override-appearance-stream.pdf': ['indeterminate', true, true],
  'signed/minimal-two-fields-signed-twice.pdf': ['indeterminate', true, true],
  'signed/pades-with-old-style-signing-cert-attr.pdf': ['indeterminate', true],
  'signed/separate-annots-kids-indir.pdf': ['indeterminate', true, true],
  'signed/signed-encrypted-pubkey-with-catalog-ref.pdf': ['indeterminate', true],
};

describe('files from the field', { tags: ['wild-files'] }, () => {
  test.each(wildFileCases)('%s', (name) => {
    // Its header is not within the first kilobyte, so no signature reader takes it for a PDF.
    if (name === 'import/malformed__PDFBOX-6040-nodeloop.pdf') {
      expect(() => verifyDocument(wildFile(name), { trusted: [], now: NOW })).toThrow('NOT_A_PDF');
      return;
    }
    const { verdict, signatures, valid } = verifyDocument(wildFile(name), { trusted: [], now: NOW });
    expect([verdict, ...signatures.map(({ intact }) => intact)]).toEqual(SIGNED[name] ?? ['unsigned']);
    expect(valid).toBe(false);
  });
});
