import { printFootedCopy } from '@cinnabar/pdf/report/print-footed-copy.js';
import { footedCheckCopy } from '@cinnabar/server/areas/flows/copies/check-copy.js';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { testFonts } from '../support/fonts.js';
import {
  difference,
  pdffonts,
  pdftotext,
  qpdfProblems,
  type RenderedPage,
  render,
} from '../support/pdf/pdf-tools.js';
import { newFile, stream } from '../support/pdf/raw-pdf.js';
import { readQr } from '../support/read-qr.js';

const library = testFonts;
const ADDRESS = 'https://sign.example.cn/verify#ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const HOW =
  '扫码，或在 https://contracts.sign.example-enterprise.com.cn/verify 输入核验码，查看合同状态与摘要';
const STRIP = 68;

function printed(...files: readonly Uint8Array[]): Promise<Uint8Array> {
  return printFootedCopy(
    footedCheckCopy({
      files,
      title: '核验件',
      address: ADDRESS,
      strip: {
        notice: '非签署原件',
        how: HOW,
        code: 'ABCD EFGH IJKL MNOP QRST UVWX YZ',
        hint: 'Scan, or enter the code there: state and hashes',
        numbering: '{page} of {pages}',
      },
      lastSheet: {
        title: '核验件',
        subtitle: '',
        blocks: [{ kind: 'facts', title: null, facts: [['SHA-256', 'f'.repeat(64)]] }],
        foot: 'unseen',
        attachments: [],
      },
    }),
    library,
  );
}

/** A page with marks at its very edges, so that a shift, rotation or crop would be visible. */
function fileOf(page: string, content: string, more: Readonly<Record<number, string>> = {}): Buffer {
  return newFile({
    1: `<</Type /Catalog /Pages 2 0 R ${more[0] ?? ''}>>`,
    2: '<</Type /Pages /Kids [3 0 R] /Count 1>>',
    3: `<</Type /Page /Parent 2 0 R /Contents 4 0 R ${page}>>`,
    4: stream(content),
    14: '<</Title (t)>>',
    ...Object.fromEntries(Object.entries(more).filter(([number]) => number !== '0')),
  });
}

const CORNERS =
  '1 0 0 rg 0 0 90 30 re f 0 0 1 rg 505 812 90 30 re f 0 0.6 0 rg 0 742 30 100 re f 0 g 250 400 120 60 re f\n';

/** Part of a picture, in pixels. */
async function cut(
  page: RenderedPage,
  left: number,
  top: number,
  width: number,
  height: number,
): Promise<RenderedPage> {
  const { data } = await sharp(page.pixels, { raw: { width: page.width, height: page.height, channels: 3 } })
    .extract({ left, top, width, height })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width, height, pixels: data };
}

/**
 * Difference between the first sheet and its page, which is reduced to its printed size for the comparison.
 * @param page pt, as displayed
 */
async function differenceFromPage(
  original: Uint8Array,
  copy: Uint8Array,
  page: { readonly width: number; readonly height: number },
): Promise<number> {
  const resolution = 144;
  const scale = Math.min(1, (page.height - STRIP) / page.height);
  const sheet = await render(copy, 1, resolution);
  const alone = await render(original, 1, resolution * scale);
  const left = Math.round((sheet.width - alone.width) / 2);
  return difference(alone, await cut(sheet, left, 0, alone.width, alone.height));
}

describe('a page on the sheet of a print copy', () => {
  test.each([
    ['as it is', '/MediaBox [0 0 595 842]', { width: 595, height: 842 }],
    ['turned', '/MediaBox [0 0 595 842] /Rotate 90', { width: 842, height: 595 }],
    ['upside down', '/MediaBox [0 0 595 842] /Rotate 180', { width: 595, height: 842 }],
    ['cropped', '/MediaBox [0 0 595 842] /CropBox [0 20 585 832]', { width: 585, height: 812 }],
    ['away from the origin', '/MediaBox [-100 -50 595 842]', { width: 695, height: 892 }],
  ])('%s: the same picture, smaller, above the strip', async (_name, attributes, size) => {
    const original = fileOf(attributes, CORNERS);
    const copy = await printed(original);
    expect(qpdfProblems(copy)).toBe('');
    expect(await differenceFromPage(original, copy, size)).toBeLessThan(0.004);
    expect(await readQr(copy, 1)).toBe(ADDRESS);
  });

  test('in larger user units is printed at its intended size', async () => {
    const copy = await printed(fileOf('/MediaBox [0 0 595 842] /UserUnit 1.5', CORNERS));
    // pdftoppm's handling of user units is not under test: the same page without them is the reference.
    const size = { width: 892.5, height: 1263 };
    const plain = fileOf('/MediaBox [0 0 892.5 1263]', `1.5 0 0 1.5 0 0 cm ${CORNERS}`);
    expect(await differenceFromPage(plain, copy, size)).toBeLessThan(0.004);
  });

  test('with a painted pattern keeps it in position', async () => {
    const original = fileOf(
      '/MediaBox [0 0 595 842] /Resources <</Pattern <</P1 20 0 R>>>>',
      '/Pattern cs /P1 scn 100 100 400 600 re f\n',
      {
        20: stream(
          '1 0 0 rg 0 0 40 40 re f',
          '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 80 80] /XStep 80 /YStep 80 /Resources <<>>',
        ),
      },
    );
    expect(
      await differenceFromPage(original, await printed(original), { width: 595, height: 842 }),
    ).toBeLessThan(0.05);
  });

  test('with a hidden layer is printed without it; layers of several files do not interfere', async () => {
    const layered = (state: string) =>
      fileOf(
        '/MediaBox [0 0 595 842] /Resources <</Properties <</L1 21 0 R>>>>',
        '/OC /L1 BDC 1 0 0 rg 100 100 400 600 re f EMC\n',
        { 0: `/OCProperties <</OCGs [21 0 R] /D <<${state}>>>>`, 21: '<</Type /OCG /Name (draft)>>' },
      );
    const hidden = layered('/OFF [21 0 R]');
    const shown = layered('/ON [21 0 R]');
    const none = layered('/BaseState /OFF');
    const copy = await printed(hidden, shown, none);
    const red = await Promise.all(
      [1, 2, 3].map(async (page) => {
        const { pixels, width, height } = await render(copy, page, 36);
        const at = 3 * (Math.floor(height / 2) * width + Math.floor(width / 2));
        return pixels[at + 1] === 0;
      }),
    );
    expect(red).toEqual([false, true, false]);
  });

  test('too small for the strip gets a larger sheet, and is not enlarged', async () => {
    const copy = await printed(fileOf('/MediaBox [0 0 200 100]', '1 0 0 rg 0 0 200 100 re f\n'));
    const sheet = await render(copy, 1, 72);
    expect([sheet.width, sheet.height]).toEqual([480, 480]);
    expect(await readQr(copy, 1)).toBe(ADDRESS);
    const page = await cut(sheet, 142, 2, 196, 96);
    expect(page.pixels.every((value, at) => (at % 3 === 0 ? value > 250 : value < 5))).toBe(true);
  });

  test('with unclosed content does not cover the strip', async () => {
    const copy = await printed(
      fileOf('/MediaBox [0 0 595 842]', 'q q 0.1 0 0 0.1 0 0 cm 0 0 10 10 re W n BT\n'),
    );
    expect(await readQr(copy, 1)).toBe(ADDRESS);
    expect(pdftotext(copy)).toContain('1 of 2');
  });

  test('files are printed in sequence, numbered throughout, with the sheet of hashes last', async () => {
    const page = fileOf('/MediaBox [0 0 595 842]', CORNERS);
    const copy = await printed(page, page);
    const sheets = pdftotext(copy).split('\f').slice(0, -1);
    expect(sheets.map((sheet) => /\d of \d/.exec(sheet)?.[0])).toEqual(['1 of 3', '2 of 3', '3 of 3']);
    expect(sheets[2]).toContain('f'.repeat(64));
    expect(sheets[2]).not.toContain('unseen');
    expect(pdffonts(copy)).not.toMatch(/ no +(yes|no) +(yes|no) +\d/);
    expect(await printed(page, page)).toEqual(copy);
  });

  test('a long address has a line of its own, and nothing overlaps', async () => {
    const pages = [fileOf('/MediaBox [0 0 595 842]', ''), fileOf('/MediaBox [0 0 200 100]', '')];
    const copy = await printed(...pages);
    for (const sheet of pdftotext(copy).split('\f').slice(0, 2)) {
      const lines = sheet.split('\n').map((line) => line.trim().replace(/ +/g, ' '));
      expect(lines).toContain(HOW);
      expect(lines).toContain(
        'ABCD EFGH IJKL MNOP QRST UVWX YZ Scan, or enter the code there: state and hashes',
      );
    }
  });
});
