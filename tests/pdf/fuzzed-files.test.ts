import { findFonts } from '@cinnabar/fonts';
import { DocumentEngine } from '@cinnabar/pdf/engine/engine.js';
import { DocumentRefused } from '@cinnabar/pdf/model.js';
import { signDocument } from '@cinnabar/pdf/sign/sign-document.js';
import { PDF } from '@libpdf/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testFonts } from '../support/fonts.js';
import { revisionsOf } from '../support/pdf/pdf-revisions.js';
import { actOf, placement, preparedPdf, uploadedPdf, value } from '../support/pdf/sample-documents.js';
import { wildFile, wildFileNames } from '../support/pdf/wild-files.js';
import { makeTestSigner } from '../support/test-certificates.js';
import { mutated } from './support/mutate.js';

/** Files of each kind of structure; small, so that mutations hit relevant bytes. */
async function samples(): Promise<readonly Uint8Array[]> {
  const form = PDF.create();
  const field = form.getOrCreateForm().createTextField('party', { fontSize: 14 });
  form.addPage({ size: 'a4' }).drawField(field, { x: 100, y: 600, width: 200, height: 30 });
  field.setValue('Party A');
  const signer = await makeTestSigner('ecdsa-p256-sha256');
  const prepared = await preparedPdf([{}, { rotate: 90 }], { values: [value('合同')] });
  const signed = await signDocument(prepared, actOf(signer, [placement('sig-1-1')]), signer.sign, testFonts);
  const small = wildFileNames.map(wildFile).filter(({ length }) => length < 8000);
  return [await uploadedPdf([{}, {}]), await form.save({ useXRefStream: true }), signed, ...small];
}

let engine: DocumentEngine;
beforeAll(() => {
  engine = new DocumentEngine({ fonts: findFonts(), workers: 1 });
});
afterAll(() => engine.close());

test('a damaged file is either read or refused', async () => {
  const files = await samples();
  let read = 0;
  for (let seed = 0; seed < 600; seed += 1) {
    const file = mutated(files[seed % files.length] ?? new Uint8Array(), seed);
    try {
      const { bytes, pages } = await engine.importPdf(file);
      read += 1;
      expect(pages.length, `seed ${seed}`).toBeGreaterThan(0);
      // The result is valid to the byte, whatever the input.
      expect(revisionsOf(bytes), `seed ${seed}`).toHaveLength(1);
    } catch (error) {
      if (!(error instanceof DocumentRefused)) throw new Error(`seed ${seed}`, { cause: error });
      expect(error.detail, `seed ${seed}`).not.toMatch(
        /^reading it was given up|is not a function|undefined/,
      );
    }
  }
  expect(read).toBeGreaterThan(300);
});
