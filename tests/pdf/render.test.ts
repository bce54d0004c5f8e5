import { textFontFolders } from '@cinnabar/fonts';
import { showsChinese } from '@cinnabar/pdf/render/chinese-probe.js';
import { chooseRenderer } from '@cinnabar/pdf/render/choose-renderer.js';
import { type PageRenderer, RenderFailed } from '@cinnabar/pdf/render/page-renderer.js';
import { pdfiumRenderer } from '@cinnabar/pdf/render/pdfium.js';
import { hasPoppler, popplerRenderer } from '@cinnabar/pdf/render/poppler.js';
import { drawSeal } from '@cinnabar/pdf/seals/draw-seal.js';
import { signDocument } from '@cinnabar/pdf/sign/sign-document.js';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { testFonts } from '../support/fonts.js';
import { actOf, placement, preparedPdf, STYLE, uploadedPdf, value } from '../support/pdf/sample-documents.js';
import { makeTestSigner } from '../support/test-certificates.js';

const fonts = testFonts;
const installed = await hasPoppler();
const adapters: readonly (readonly [string, PageRenderer])[] = [
  ['PDFium', pdfiumRenderer(fonts)],
  ...(installed ? ([['poppler', popplerRenderer({ fontFolders: textFontFolders() })]] as const) : []),
];

interface Picture {
  readonly width: number;
  readonly height: number;
  /** RGB */
  readonly data: Buffer;
}

async function picture(
  jpeg: Uint8Array,
  size?: { readonly width: number; readonly height: number },
): Promise<Picture> {
  const image = sharp(jpeg);
  const { data, info } = await (size === undefined ? image : image.resize({ ...size, fit: 'fill' }))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

type Test = (red: number, green: number, blue: number) => boolean;
const isRed: Test = (red, green, blue) => red > 170 && green < 110 && blue < 110;
const isDark: Test = (red, green, blue) => red < 110 && green < 110 && blue < 110;

function bounds({ width, data }: Picture, test: Test) {
  const box = {
    left: Number.POSITIVE_INFINITY,
    top: Number.POSITIVE_INFINITY,
    right: -1,
    bottom: -1,
    count: 0,
  };
  for (let at = 0; at < data.length; at += 3) {
    if (!test(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0)) continue;
    const x = (at / 3) % width;
    const y = Math.floor(at / 3 / width);
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y);
    box.count += 1;
  }
  return box;
}

async function failure(act: Promise<unknown>): Promise<string> {
  try {
    await act;
  } catch (error) {
    if (error instanceof RenderFailed) return error.reason;
    throw error;
  }
  return 'none';
}

let signed: Uint8Array;
beforeAll(async () => {
  const signer = await makeTestSigner('ecdsa-p256-sha256');
  const seal = drawSeal(fonts, {
    shape: 'round',
    corpName: '北京云签科技有限公司',
    horizontalText: '合同专用章',
    bottomText: '1101050123456',
    color: 'Red',
    alpha: 1,
  });
  const wanted = placement(
    'sig-1-1',
    { x: 400, y: 600 },
    { kind: 'seal', seal, size: 'actual', dateLine: null },
  );
  const prepared = await preparedPdf([{ text: '' }], {
    values: [
      value('甲方：龘靐㛃𬭎䶮（上海）有限公司', { x: 100, y: 100 }),
      value('人民币壹佰贰拾叁万元整', { x: 100, y: 150 }, { style: { ...STYLE, font: 'KaiTi', bold: true } }),
    ],
    areas: [{ fieldName: 'sig-1-1', box: wanted.box }],
  });
  signed = await signDocument(prepared, actOf(signer, [wanted]), signer.sign, testFonts);
});

describe.each(adapters)('%s', (_, renderer) => {
  it('shows seals in signature fields and Chinese values at their positions', async () => {
    const page = await picture(await renderer.renderPage(signed, 1, 794));
    expect([page.width, page.height]).toEqual([794, 1123]);

    const red = bounds(page, isRed);
    const side = (42 / 25.4) * 96;
    expect(Math.abs(red.right - red.left + 1 - side)).toBeLessThanOrEqual(3);
    expect(Math.abs(red.bottom - red.top + 1 - side)).toBeLessThanOrEqual(3);

    const dark = bounds(page, isDark);
    expect(dark.left).toBeGreaterThanOrEqual(99);
    expect(dark.top).toBeGreaterThanOrEqual(100);
    expect(dark.bottom).toBeLessThanOrEqual(180);
    expect(dark.count).toBeGreaterThan(600);
  });

  it('shows pages as displayed: rotated, cropped, at any width', async () => {
    const pdf = await uploadedPdf([{ rotate: 90 }, { crop: [0, 0, 300, 200], text: '' }]);
    const turned = await picture(await renderer.renderPage(pdf, 1, 1123));
    expect(turned.width).toBe(1123);
    expect(Math.abs(turned.height - 794)).toBeLessThanOrEqual(1);
    const cropped = await picture(await renderer.renderPage(pdf, 2, 150));
    expect([cropped.width, cropped.height]).toEqual([150, 100]);
  });

  it('shows Chinese text without embedded fonts on a machine without Chinese fonts', async () => {
    expect(await showsChinese(renderer)).toBe(true);
  });

  it('returns the reason if there is no picture', async () => {
    expect(await failure(renderer.renderPage(signed, 2, 100))).toBe('NO_SUCH_PAGE');
    expect(await failure(renderer.renderPage(signed, 1, 0))).toBe('TOO_LARGE');
    expect(await failure(renderer.renderPage(signed, 1, 100_000))).toBe('TOO_LARGE');
    expect(await failure(renderer.renderPage(Buffer.from('%PDF-1.7\nnothing'), 1, 100))).toBe('FAILED');
    // The next page is rendered normally.
    expect((await renderer.renderPage(signed, 1, 100)).length).toBeGreaterThan(500);
  });
});

describe('with poppler installed', { tags: ['poppler'] }, () => {
  it('both renderers draw the same page', async () => {
    const [one, other] = await Promise.all(
      adapters.map(async ([, renderer]) =>
        picture(await renderer.renderPage(signed, 1, 1588), { width: 397, height: 562 }),
      ),
    );
    if (one === undefined || other === undefined) throw new Error('two pictures were expected');
    let unlike = 0;
    for (const [at, sample] of one.data.entries())
      if (Math.abs(sample - (other.data[at] ?? 0)) > 60) unlike += 1;
    expect(unlike / one.data.length).toBeLessThan(0.002);
  });

  it('it is selected, and aborted at its deadline', async () => {
    const chosen = await chooseRenderer(fonts);
    expect((await chosen.renderPage(signed, 1, 100)).length).toBeGreaterThan(500);
    expect(
      await failure(
        popplerRenderer({ fontFolders: textFontFolders(), deadline: 1 }).renderPage(signed, 1, 4000),
      ),
    ).toBe('DEADLINE');
  });
});
