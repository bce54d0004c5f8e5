/** What an earlier signature of the file has written is referred to, if it is exactly the same. */
import { signDocument } from '@cinnabar/pdf/sign/sign-document.js';
import { beforeAll, expect, test } from 'vitest';
import { testFonts } from '../support/fonts.js';
import { objections } from '../support/pdf/judges.js';
import { pdftotext } from '../support/pdf/pdf-tools.js';
import { actOf, placement, preparedPdf, sealMark } from '../support/pdf/sample-documents.js';
import { makeTestSigner, type TestSigner } from '../support/test-certificates.js';

const FONT_FILE = /\d+ 0 obj\n<<\/Filter \/FlateDecode \/Length1 \d+ \/Length \d+>>\nstream\n/g;

let signer: TestSigner;
let prepared: Uint8Array;
beforeAll(async () => {
  signer = await makeTestSigner('ecdsa-p256-sha256');
  prepared = await preparedPdf([{}]);
});

function sign(pdf: Uint8Array, fieldName: string, dateLine: string): Promise<Uint8Array> {
  const y = fieldName === 'a' ? 100 : 500;
  const act = actOf(signer, [placement(fieldName, { y }, sealMark({ dateLine }))]);
  return signDocument(pdf, act, signer.sign, testFonts);
}

const textOf = (pdf: Uint8Array): string => Buffer.from(pdf).toString('latin1');
const seals = (pdf: Uint8Array): number => textOf(pdf).split('/S /Transparency').length - 1;
const fontFiles = (pdf: Uint8Array): number => [...textOf(pdf).matchAll(FONT_FILE)].length;

test('the same seal and the font of date lines are stored once, whatever the date', async () => {
  const first = await sign(prepared, 'a', '2026-11-20');
  const second = await sign(first, 'b', '2035-08-24');
  expect([seals(second), fontFiles(second) - fontFiles(prepared)]).toEqual([1, 1]);
  expect(second.length - first.length).toBeLessThan((first.length - prepared.length) * 0.75);
  expect(await objections(second)).toEqual([]);
  const text = pdftotext(second);
  for (const date of ['2026-11-20', '2035-08-24']) expect(text).toContain(date);
});

test('a font of the same name with other contents is not used', async () => {
  const first = await sign(prepared, 'a', '2026-11-20');
  const changed = Buffer.from(first);
  const [font] = [...textOf(first).matchAll(FONT_FILE)].slice(-1);
  const place = (font?.index ?? 0) + (font?.[0].length ?? 0) + 20;
  changed[place] = (changed[place] ?? 0) ^ 1;
  const second = await sign(changed, 'b', '2026-11-20');
  expect([seals(second), fontFiles(second) - fontFiles(prepared)]).toEqual([1, 2]);
});
