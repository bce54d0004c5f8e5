// Seam seals: the right edges of the pages, fanned out, show the complete seal.
import sharp from 'sharp';
import { blankPdf } from './blank-pdf.mjs';
import { DENSITY } from './studio.mjs';

const A4 = [0, 0, 595, 842];
const cases = [
  { name: '2 页 pages', sizes: [A4, A4] },
  { name: '5 页 pages', sizes: Array.from({ length: 5 }, () => A4) },
  { name: '12 页 pages', sizes: Array.from({ length: 12 }, () => A4) },
  { name: '大小不一 uneven sizes', sizes: [A4, [0, 0, 420, 595], [0, 0, 842, 595], A4] },
  { name: '60 页，两枚 two seals over 60', sizes: Array.from({ length: 60 }, () => A4) },
];

/** Number of pages that share one seal. */
const MAX_SLICES = 50;
/** px: visible height of an edge. */
const HEIGHT = 200;
/** px between two fanned-out pages. */
const GAP = 1;

/** @returns [{name, picture, width, height}] */
export async function seamSamples(studio, seal) {
  const samples = [];
  for (const { name, sizes } of cases) {
    const box = { page: 1, x: 600, y: 380, width: 200, height: 200 };
    const mark = { kind: 'seam', seal, size: 'actual', strips: 'seam' };
    const plan = { values: [], seams: [{ name: 'seam', box, fieldName: 'sig-1' }] };
    const upload = blankPdf(sizes.map((media) => ({ media })));
    const signed = await studio.document(upload, plan, [{ box, mark }]);
    const { pages } = await studio.engine.importPdf(new Uint8Array(upload));
    const inOneSeal = pages.length / Math.ceil(pages.length / MAX_SLICES);
    const edge = Math.max(1, Math.round(((seal.width * 96) / 25.4 / inOneSeal) * DENSITY));
    const edges = [];
    for (const [index, page] of pages.entries()) {
      edges.push(await edgeOf(await studio.picture(signed, index + 1, page.width), edge, box));
    }
    samples.push(await fanned(name, edges, edge));
  }
  return samples;
}

/** The strip along the right edge of a page, `edge` points wide. */
async function edgeOf(picture, edge, box) {
  const { width, height } = await sharp(picture).metadata();
  const top = Math.min(Math.round(box.y * DENSITY), height - HEIGHT * DENSITY);
  return sharp(picture)
    .extract({ left: width - edge, top, width: edge, height: HEIGHT * DENSITY })
    .toBuffer();
}

async function fanned(name, edges, edge) {
  const step = edge + GAP * DENSITY;
  const size = { width: edges.length * step, height: HEIGHT * DENSITY };
  const picture = await sharp({ create: { ...size, channels: 3, background: '#b8c4d0' } })
    .composite(edges.map((input, index) => ({ input, left: index * step, top: 0 })))
    .png()
    .toBuffer();
  return { name, picture, width: Math.ceil(size.width / DENSITY), height: HEIGHT };
}
