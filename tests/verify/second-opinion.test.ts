/** PDFium's rendering of a signed revision and of the present file, if anything but signatures came later. */

import { X509Certificate } from 'node:crypto';
import { signDocument } from '@cinnabar/pdf/sign/sign-document.js';
import { conclusionOf } from '@cinnabar/pdf/verify/conclusion.js';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { testFonts } from '../support/fonts.js';
import type { Ingredients } from '../support/pdf/corpus-case.js';
import { startxrefOf, stream, table, updated } from '../support/pdf/raw-pdf.js';
import { actOf, placement, preparedPdf, SQUARE_SEAL } from '../support/pdf/sample-documents.js';
import { CONTRACT, signed, signedContract } from '../support/pdf/signed-contract.js';
import { TestAuthority } from '../support/pdf/test-authority.js';
import { makeTestSigner, type TestSigner } from '../support/test-certificates.js';
import { soundFillings } from './field-fillings.js';
import { soundFiles } from './sound-files.js';
import { soundLaterChanges } from './sound-later-changes.js';
import { verifiedAndShown } from './support/second-opinion.js';

const body = (number: number): string => CONTRACT[number] ?? '';
const FORGED = stream('BT /F1 24 Tf 72 700 Td (The price is 1) Tj ET');
const LATER = { 14: '<</Producer (A test) /Title (A contract) /ModDate (D:20261121080000Z)>>' };

let signer: TestSigner;
let given: Ingredients;
let trusted: readonly Uint8Array[];
beforeAll(async () => {
  signer = await makeTestSigner('ecdsa-p256-sha256');
  const stranger = await makeTestSigner('rsa-sha256');
  const authority = await TestAuthority.make();
  given = { signer, stranger, authority, contract: await signedContract(signer) };
  trusted = [new Uint8Array(new X509Certificate(signer.rootPem).raw), authority.root.certificate.certificate];
});

describe('is not needed', () => {
  test('for an unchanged file', async () => {
    expect((await verifiedAndShown(given.contract, trusted)).secondOpinion).toEqual({ status: 'notNeeded' });
  });

  test('if later revisions contain only signatures, including seams and free marks', async () => {
    const box = { page: 1, x: 50, y: 400, width: 90, height: 90 };
    const seams = [{ name: 'seam-2-1', box: null, fieldName: null }];
    let file = await preparedPdf([{}, {}, {}], { areas: [{ fieldName: 'sig-1-1', box }], seams });
    const seam = { kind: 'seam', seal: SQUARE_SEAL, size: 'actual', strips: 'seam-2-1' } as const;
    const marks = [
      placement('sig-1-1', box),
      placement('sig-2-1', { page: 1, x: 0, y: 200, width: 160, height: 160 }, seam),
      placement('sig-3-1', { ...box, page: 2 }),
    ];
    for (const mark of marks) file = await signDocument(file, actOf(signer, [mark]), signer.sign, testFonts);
    const { valid, signatures, secondOpinion } = await verifiedAndShown(file, trusted);
    expect([valid, signatures.length, secondOpinion]).toEqual([true, 3, { status: 'notNeeded' }]);
  });

  test('if no valid signature exists for a comparison', async () => {
    const broken = Buffer.from(given.contract);
    broken[broken.indexOf('5000')] = 0x36;
    const file = updated(broken, { objects: { 4: FORGED } });
    expect((await verifiedAndShown(file, trusted)).secondOpinion).toEqual({ status: 'notNeeded' });
  });
});

describe('agrees with valid files', () => {
  /** PDFium reads a field once for every path that leads to it; pdf/second-opinion-limits has that file. */
  const endless = 'fields that are kids of several others';
  const sound = [...soundFillings, ...soundLaterChanges, ...soundFiles].filter(
    ({ name, verdict }) => verdict.startsWith('valid') && name !== endless,
  );

  test.each(sound)('$name', async ({ make, verdict }) => {
    const found = await verifiedAndShown(await make(given), trusted);
    expect(found.verdict).toBe(verdict);
    expect(['notNeeded', 'agrees']).toContain(found.secondOpinion.status);
  });

  test('and reports how many pages it has compared', async () => {
    const found = await verifiedAndShown(updated(given.contract, { objects: LATER }), trusted);
    expect(found.verdict).toBe('valid_with_remarks');
    expect(found.secondOpinion).toEqual({ status: 'agrees', pages: 1 });
  });
});

/** A stream without references, whose data contain another page content for readers that search for objects. */
function withHiddenContent(file: Buffer, rest: string): Buffer {
  const data = `\nendstream\nendobj\n4 0 obj\n${FORGED}\nendobj\n99 0 obj\n<<>>\nstream\n`;
  const carrier = `40 0 obj\n<</Length 41 0 R>>\nstream\n${data}\nendstream\nendobj\n`;
  const length = `41 0 obj\n${data.length}\nendobj\n`;
  const offsets = new Map([
    [40, file.length],
    [41, file.length + carrier.length],
  ]);
  const section = `${table(offsets)}trailer\n<</Size 42 /Root 1 0 R /Info 14 0 R /Prev ${startxrefOf(file)}>>\n`;
  const start = file.length + carrier.length + length.length;
  const closing = `startxref\n${start}\n%%EOF\n${rest}`;
  return Buffer.concat([file, Buffer.from(carrier + length + section + closing, 'latin1')]);
}

describe('differs', () => {
  test('if a file makes readers search for objects, and they find another price', async () => {
    const file = withHiddenContent(given.contract, ' '.repeat(8192));
    const { valid, signatures, secondOpinion } = await verifiedAndShown(file, trusted);
    expect(valid).toBe(false);
    expect(secondOpinion).toMatchObject({
      status: 'differs',
      differences: [
        { revision: 2, page: 1, kind: 'pixels' },
        { revision: 2, page: 1, kind: 'text' },
      ],
    });
    const found = signatures[0]?.problems.filter(({ code }) => code === 'RENDERING_DIFFERS') ?? [];
    // The price is 72 pt from the left and 842 - 700 pt from the top: 25 and 50 mm.
    expect(found.map(({ effect, detail }) => [effect, detail])).toEqual([
      ['indeterminate', expect.stringMatching(/^page 1 pixels 71,44 \d+x\d+; .* mm$/)],
      ['indeterminate', expect.stringMatching(/^page 1 text 71,4\d \d+x\d+ mm$/)],
    ]);
  });

  test.each([
    ['other content', { 4: FORGED }, ['pixels', 'text']],
    ['text that nobody sees', { 4: body(4).replace('ET', '3 Tr 0 -30 Td (Or 1) Tj ET') }, ['text']],
    ['another size of the page', { 3: body(3).replace('595 842', '595 800') }, ['size']],
    ['a page turned round', { 3: body(3).replace('/Contents', '/Rotate 180 /Contents') }, ['pixels']],
    [
      'one more page',
      { 2: '<</Type /Pages /Kids [3 0 R 20 0 R] /Count 2>>', 20: body(3).replace(/\/Annots.*\]/, '') },
      ['added'],
    ],
  ])('%s', async (_, objects, kinds) => {
    const { secondOpinion } = await verifiedAndShown(updated(given.contract, { objects }), trusted);
    expect(secondOpinion.status === 'differs' && secondOpinion.differences.map(({ kind }) => kind)).toEqual(
      kinds,
    );
  });

  test('reports a missing page with its number and its signed appearance', async () => {
    const two = {
      2: '<</Type /Pages /Kids [3 0 R 20 0 R] /Count 2>>',
      20: '<</Type /Page /Parent 2 0 R /MediaBox [0 0 300 200]>>',
    };
    const file = await signedContract(signer, { objects: two });
    const cut = updated(file, { objects: { 2: body(2) } });
    const { secondOpinion } = await verifiedAndShown(cut, trusted, { pictures: 3 });
    expect(secondOpinion).toMatchObject({
      differences: [{ page: 2, kind: 'missing', places: [] }],
      pictures: [
        { page: 2, width: 400, height: 267, before: expect.stringMatching(/^data:image\/webp/), after: null },
      ],
    });
  });

  test('accepts a changed appearance of a filled field, and nothing beside it', async () => {
    const appearance = stream(
      'BT /F1 12 Tf (Zhang San) Tj ET',
      '/Type /XObject /Subtype /Form /BBox [0 0 228 20]',
    );
    const filled = { 8: body(8).replace(/>>$/, ' /V (Zhang San) /AP <</N 20 0 R>>>>'), 20: appearance };
    const sound = await verifiedAndShown(updated(given.contract, { objects: filled }), trusted);
    expect(sound.secondOpinion.status).toBe('agrees');
    const line = { 4: stream('BT /F1 24 Tf 72 700 Td (The price is 5000) Tj ET /X1 Do 72 595 100 1 re f') };
    const both = await verifiedAndShown(
      updated(given.contract, { objects: { ...filled, ...line } }),
      trusted,
    );
    expect(both.secondOpinion).toMatchObject({
      differences: [
        { kind: 'pixels', places: [{ x: 96, width: 133, height: expect.toSatisfy((px) => px < 5) }] },
      ],
    });
  });

  test('compares each of two signatures with the changes after it', async () => {
    const first = updated(given.contract, { objects: LATER });
    const second = await signed(first, signer, { field: 15, value: 21 });
    const file = updated(second, { objects: { 4: FORGED } });
    const { signatures, secondOpinion } = await verifiedAndShown(file, trusted);
    const revisions =
      secondOpinion.status === 'differs' && secondOpinion.differences.map(({ revision }) => revision);
    expect(revisions).toEqual([2, 2, 4, 4]);
    for (const { problems } of signatures)
      expect(problems.map(({ code }) => code).filter((code) => code === 'RENDERING_DIFFERS')).toHaveLength(2);
  });
});

describe('pictures', () => {
  test('show the page before and after, up to the requested number', async () => {
    const file = updated(given.contract, { objects: { 4: FORGED } });
    const { secondOpinion } = await verifiedAndShown(file, trusted, { pictures: 1 });
    if (secondOpinion.status !== 'differs') throw new Error(secondOpinion.status);
    const [picture, ...more] = secondOpinion.pictures;
    expect([picture?.page, picture?.width, picture?.height, more.length]).toEqual([1, 793, 1122, 0]);
    const pixels = async (url: string | null | undefined): Promise<Buffer> =>
      sharp(Buffer.from(url?.split(',')[1] ?? '', 'base64'))
        .greyscale()
        .raw()
        .toBuffer();
    const [before, after] = [await pixels(picture?.before), await pixels(picture?.after)];
    const dark = (page: Buffer): number => page.filter((value) => value < 128).length;
    expect(dark(before)).toBeGreaterThan(dark(after));
    const none = await verifiedAndShown(file, trusted);
    expect(none.secondOpinion).toMatchObject({ pictures: [] });
  });
});

describe('an incomplete comparison', () => {
  test('leaves the signature undecided, with the reason', async () => {
    const file = updated(given.contract, { objects: LATER });
    const found = await verifiedAndShown(file, trusted, { isSpent: () => true });
    expect(found.secondOpinion).toEqual({ status: 'unfinished', reason: 'BUDGET' });
    expect([found.verdict, found.valid]).toEqual(['indeterminate', false]);
    expect(found.signatures[0]).toMatchObject({ intact: false, trusted: true, level: null });
    expect(found.signatures[0]?.problems).toContainEqual(
      expect.objectContaining({ code: 'RENDERING_UNFINISHED', detail: 'BUDGET' }),
    );
    expect(conclusionOf(found)).toBe('undecided');
  });

  test('keeps a difference found before', async () => {
    let looks = 0;
    const two = {
      2: '<</Type /Pages /Kids [3 0 R 20 0 R] /Count 2>>',
      20: body(3).replace(/\/Annots.*\]/, ''),
    };
    const contract = await signedContract(signer, { objects: two });
    const file = updated(contract, { objects: { 4: FORGED } });
    const isSpent = (): boolean => {
      looks += 1;
      return looks > 1;
    };
    const { secondOpinion } = await verifiedAndShown(file, trusted, { isSpent });
    expect(secondOpinion).toMatchObject({ status: 'differs', differences: [{ page: 1 }, { page: 1 }] });
  });

  test('a file that PDFium cannot open', async () => {
    const encrypted = updated(given.contract, {
      objects: { 20: '<</Filter /Standard /V 9 /R 9 /O () /U () /P 0>>' },
      trailer: '/Root 1 0 R /Info 14 0 R /Encrypt 20 0 R',
    });
    const { secondOpinion } = await verifiedAndShown(encrypted, trusted);
    expect(secondOpinion).toEqual({ status: 'unfinished', reason: 'UNREADABLE' });
  });
});

test('only visual differences without a forbidden change are reported as such', async () => {
  const forbidden = await verifiedAndShown(updated(given.contract, { objects: { 4: FORGED } }), trusted);
  expect([forbidden.verdict, conclusionOf(forbidden)]).toEqual(['invalid', 'changed']);
});
