import { execFile } from 'node:child_process';
import { findFonts } from '@cinnabar/fonts';
import { DocumentEngine } from '@cinnabar/pdf/engine/engine.js';
import { type Box, DocumentRefused } from '@cinnabar/pdf/model.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type PagePicture,
  type PixelBounds,
  pagePictures,
  pictureDifference,
} from '../support/pdf/page-pictures.js';
import { pdfsig, qpdfProblems } from '../support/pdf/pdf-tools.js';
import { actOf, placement, SQUARE_SEAL, STYLE, value } from '../support/pdf/sample-documents.js';
import { strictProblems } from '../support/pdf/strict-revisions.js';
import {
  VERDICTS,
  type Verdict,
  WITHOUT_REFERENCE,
  wildFile,
  wildFileCases,
  wildFileNames,
  wildPath,
} from '../support/pdf/wild-files.js';
import { chooseSeed, seededRandom } from '../support/seeded-random.js';
import { makeTestSigner, type TestSigner } from '../support/test-certificates.js';

/** The share of a page's pixels that may differ before and after. */
const SAME = 0.005;

/**
 * Pages of a document that are drawn by poppler before and after. Two files have hundreds, which would take longer than all
 * others together; of these every run compares a part in sequence, which begins where its seed says. WILD_PAGES=1000
 * compares all.
 */
const COMPARED_PAGES = Number(process.env['WILD_PAGES'] ?? 24);
const seed = chooseSeed();

/**
 * Every file is imported, and its verdict compared. With WILD_SHARE=3 every third is also drawn and signed, which takes most of
 * the time: which ones is for the seed to say.
 */
const share = Number(process.env['WILD_SHARE'] ?? 1);
const isLookedInto = (file: string) => wildFileNames.indexOf(file) % share === seed % share;

/** The first of the compared pages. */
function firstCompared(pages: number): number {
  return 1 + Math.floor(seededRandom(seed)() * Math.max(1, pages - COMPARED_PAGES + 1));
}

/** A program's messages about a file besides its result; null if it failed. */
function complaints(command: string, options: readonly string[]): Promise<string | null> {
  return new Promise((resolve) => {
    execFile(command, options, (error, _, stderr) => resolve(error === null ? stderr : null));
  });
}

/** A box of pixels with a margin of one pixel. */
function within(bounds: PixelBounds, box: Omit<Box, 'page'>, scale: number): boolean {
  return (
    bounds.left >= Math.floor(box.x * scale) - 2 &&
    bounds.top >= Math.floor(box.y * scale) - 2 &&
    bounds.right <= Math.ceil((box.x + box.width) * scale) + 2 &&
    bounds.bottom <= Math.ceil((box.y + box.height) * scale) + 2
  );
}

async function firstPicture(pdf: Uint8Array): Promise<PagePicture> {
  for await (const picture of pagePictures(pdf, 1)) if (picture !== null) return picture;
  throw new Error('poppler draws no page');
}

test('every file of the folder has a verdict, and every verdict a file', () => {
  if (wildFileNames.length > 0) expect(Object.keys(VERDICTS).sort()).toEqual([...wildFileNames].sort());
});

describe('files from the field', { tags: ['wild-files', 'poppler', 'qpdf', 'mupdf'] }, () => {
  let engine: DocumentEngine;
  let signer: TestSigner;
  beforeAll(async () => {
    // On a busy machine the limits of a service would refuse what these tests are not about.
    const patient = { importDeadline: 120_000, deadline: 120_000 };
    engine = new DocumentEngine({ fonts: findFonts(), workers: 2, ...patient });
    signer = await makeTestSigner('ecdsa-p256-sha256');
    console.log(`files from the field: every ${share}. drawn and signed, FAULT_SEED=${seed}`);
  });
  afterAll(() => engine.close());

  /** A value on the left and a seal on the right of the first page, signed; checked with other programs. */
  async function expectSignable(bytes: Uint8Array, width: number, height: number): Promise<void> {
    const side = Math.min(width, height, 480) / 3;
    const valueBox = { page: 1, x: width * 0.05, y: height * 0.1, width: width * 0.4, height: side };
    const sealBox = { page: 1, x: width * 0.6, y: height * 0.5, width: side, height: side };
    const text = value('甲方 A1', valueBox, { style: { ...STYLE, color: '#0000FF', fontSize: side / 6 } });
    const prepared = await engine.prepare(bytes, {
      values: [text],
      areas: [{ fieldName: 'sig-1-1', box: sealBox }],
    });
    const seal = { kind: 'seal', seal: SQUARE_SEAL, size: 'fitted', dateLine: null } as const;
    const signed = await engine.sign(
      prepared,
      actOf(signer, [placement('sig-1-1', sealBox, seal)]),
      signer.sign,
    );
    expect(pdfsig(signed)).toMatchObject([{ validation: 'Signature is Valid.', total: true }]);
    expect(qpdfProblems(signed)).toBe('');
    expect(strictProblems(signed)).toEqual([]);

    const [plain, filled, sealed] = [
      await firstPicture(bytes),
      await firstPicture(prepared),
      await firstPicture(signed),
    ];
    // Poppler does not apply /UserUnit.
    const scale = plain.width / width;
    const drawn = pictureDifference(plain, filled).bounds;
    expect(drawn !== null && within(drawn, valueBox, scale), 'the value is where its box is').toBe(true);
    const stamped = pictureDifference(filled, sealed);
    expect(
      stamped.bounds !== null && within(stamped.bounds, sealBox, scale),
      'the seal is where its box is',
    ).toBe(true);
    // A square as wide as its box, except for pixels that were red before.
    expect(stamped.share * plain.width * plain.height).toBeGreaterThan(0.6 * (side * scale) ** 2);
  }

  async function expectSamePages(before: Uint8Array, after: Uint8Array, pages: number): Promise<void> {
    const first = firstCompared(pages);
    const last = Math.min(pages, first + COMPARED_PAGES - 1);
    const [originals, results] = [pagePictures(before, last, first), pagePictures(after, last, first)];
    for (let page = first; page <= last; page += 1) {
      const [original, result] = await Promise.all([originals.next(), results.next()]);
      const told = `page ${page}, FAULT_SEED=${seed}`;
      if (!original.value || !result.value) throw new Error(`poppler draws no ${told}`);
      expect(pictureDifference(original.value, result.value).share, told).toBeLessThan(SAME);
    }
  }

  test.concurrent.each(wildFileCases)('%s', { timeout: 300_000 }, async (file) => {
    const source = wildFile(file);
    const outcome = await engine.importPdf(source).then(
      (document) => ({ document, refused: null }),
      (error: unknown) => {
        if (error instanceof DocumentRefused) return { document: null, refused: error.reason };
        throw error;
      },
    );
    const { document, refused } = outcome;
    const verdict: Verdict =
      document === null ? { refused } : { pages: document.pages.length, signed: document.signed };
    expect(verdict).toEqual(VERDICTS[file]);
    if (document === null) {
      // A file that others read without a message is not broken.
      const says = await Promise.all([
        complaints('qpdf', ['--check', wildPath(file)]),
        complaints('pdfinfo', [wildPath(file)]),
      ]);
      expect(says).not.toEqual(['', '']);
      return;
    }
    expect(qpdfProblems(document.bytes)).toBe('');
    expect(pdfsig(document.bytes)).toEqual([]);
    if (!isLookedInto(file)) return;
    if (WITHOUT_REFERENCE[file] === undefined) {
      await expectSamePages(source, document.bytes, document.pages.length);
    }
    const [first] = document.pages;
    if (first !== undefined) await expectSignable(document.bytes, first.width, first.height);
  });
});
