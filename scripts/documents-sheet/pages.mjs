// All page orientations: the same value, tick, date and seal must be upright at the same px.
import { blankPdf } from './blank-pdf.mjs';
import { text } from './studio.mjs';

const A4 = [0, 0, 595, 842];
const cases = [
  { name: '不旋转 /Rotate 0', pages: [{ media: A4 }] },
  { name: '/Rotate 90', pages: [{ media: A4, rotate: 90 }] },
  { name: '/Rotate 180', pages: [{ media: A4, rotate: 180 }] },
  { name: '/Rotate 270', pages: [{ media: A4, rotate: 270 }] },
  { name: '裁剪框 CropBox', pages: [{ media: A4, crop: [60, 90, 560, 760] }] },
  { name: '裁剪并旋转 CropBox, 90', pages: [{ media: A4, crop: [60, 90, 560, 760], rotate: 90 }] },
  { name: '负原点 negative origin', pages: [{ media: [-300, -421, 295, 421] }] },
  { name: '单位 UserUnit 2', pages: [{ media: [0, 0, 297.5, 421], userUnit: 2 }] },
  { name: '单位并旋转 UserUnit 2, 270', pages: [{ media: [0, 0, 297.5, 421], userUnit: 2, rotate: 270 }] },
  { name: '继承 inherited', pages: [{}], inherited: '/MediaBox [0 0 842 595] /Rotate 180' },
  { name: '混合 mixed, 1: A4', pages: [{ media: A4 }, { media: [0, 0, 842, 595] }], page: 1 },
  { name: '混合 mixed, 2: A4 横', pages: [{ media: A4 }, { media: [0, 0, 842, 595] }], page: 2 },
];

/** px of the sheet: length of the longer side of a page. */
const LONGER = 340;

/** @returns [{name, picture, width, height}] */
export async function pageSamples(studio, seal) {
  const samples = [];
  for (const { name, pages, inherited = '', page = 1 } of cases) {
    const upload = blankPdf(
      pages.map((given) => ({ ...given, content: ruled(given) })),
      inherited,
    );
    const { pages: sizes } = await studio.engine.importPdf(new Uint8Array(upload));
    const { width, height } = sizes[page - 1];
    const signed = await studio.document(upload, planOf(page), [
      {
        box: { page, x: width - 260, y: height - 300, width: 200, height: 200 },
        mark: { kind: 'seal', seal, size: 'actual', dateLine: '2026年11月21日' },
      },
    ]);
    const scale = LONGER / Math.max(width, height);
    const shown = { width: Math.round(width * scale), height: Math.round(height * scale) };
    samples.push({ name, picture: await studio.picture(signed, page, shown.width), ...shown });
  }
  return samples;
}

function planOf(page) {
  const box = { page, x: 80, width: 460 };
  return {
    values: [
      text('左上 80, 80 px', { ...box, y: 80, height: 40 }, { fontSize: 24, font: 'SimSun' }),
      text('金额 ¥1,234,567.00', { ...box, y: 130, height: 40 }, { fontSize: 28, font: 'SimHei' }),
    ],
    checkBoxes: [
      {
        label: 'tick',
        box: { page, x: 80, y: 185, width: 40, height: 40 },
        checked: true,
        color: '#222222',
        alignment: 'left',
      },
    ],
  };
}

/** Lines along the page's x axis and a bar at its lower edge show how it is rotated. */
function ruled({ media = [0, 0, 842, 595], crop = media }) {
  const [left, bottom, right, top] = crop;
  const step = (top - bottom) / 24;
  const lines = Array.from({ length: 23 }, (_, index) => bottom + (index + 1) * step);
  const strokes = lines.map((y) => `${left} ${y.toFixed(2)} m ${right} ${y.toFixed(2)} l S`);
  const bar = `0.75 0.85 0.95 rg ${left} ${bottom} ${right - left} ${(step / 2).toFixed(2)} re f`;
  return `0.9 G 0.5 w ${strokes.join(' ')} ${bar}`;
}
