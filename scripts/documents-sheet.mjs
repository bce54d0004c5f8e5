// A contact sheet of everything that the document engine draws, for visual review: pages in every orientation, text in
// every style, every seal, every mark, and seam seals. Each sample is a PDF that was prepared, signed and rendered as
// in the service.
//
// npm run documents:sheet [-- picture.png]

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findFonts } from '@cinnabar/fonts';
import { DocumentEngine } from '@cinnabar/pdf/engine/engine.js';
import sharp from 'sharp';
import { blankPdf, pageOfPixels } from './documents-sheet/blank-pdf.mjs';
import { markSection } from './documents-sheet/marks.mjs';
import { pageSamples } from './documents-sheet/pages.mjs';
import { sealSection } from './documents-sheet/seals.mjs';
import { seamSamples } from './documents-sheet/seams.mjs';
import { caption, DENSITY, heading, Studio } from './documents-sheet/studio.mjs';
import { textSection } from './documents-sheet/text.mjs';

const WIDTH = 1600;
const MARGIN = 40;
const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const target = resolve(process.argv[2] ?? join(root, 'tests/output/documents-sheet.png'));

const folder = mkdtempSync(join(tmpdir(), 'cinnabar-sheet-'));
const engine = new DocumentEngine({ fonts: findFonts(), workers: 2 });
try {
  const studio = new Studio(engine, folder);
  const seals = await sealSection(studio);
  const sections = [
    await grid(studio, ['页面', 'Pages'], await pageSamples(studio, seals.round), '#e9edf1'),
    await textSection(studio, await engine.sealPng(seals.round, 300)),
    seals,
    await markSection(studio, seals.round),
    await grid(studio, ['骑缝章', 'Seams'], await seamSamples(studio, seals.round), '#ffffff'),
  ];
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, await stacked(sections));
  console.log(`The contact sheet: ${relative(process.cwd(), target)}`);
} finally {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
}

/** Pictures in rows, as many in each as fit, each with its name below it. */
async function grid(studio, [chinese, english], samples, background) {
  const places = [];
  let [x, y, rowHeight] = [MARGIN, 76, 0];
  for (const sample of samples) {
    if (x + sample.width > WIDTH - MARGIN && x > MARGIN) [x, y, rowHeight] = [MARGIN, y + rowHeight + 44, 0];
    places.push({ ...sample, x, y });
    x += Math.max(sample.width, 150) + 24;
    rowHeight = Math.max(rowHeight, sample.height);
  }
  const height = y + rowHeight + 56;
  const names = places.map((place) =>
    caption(place.name, { x: place.x, y: place.y + place.height + 6, width: Math.max(place.width, 160) }),
  );
  const page = await studio.document(blankPdf([pageOfPixels(WIDTH, height)]), {
    values: [heading(chinese, english), ...names],
  });
  const frame = await sharp(await studio.picture(page, 1, WIDTH))
    .composite([
      { input: { create: { width: 1, height: 1, channels: 3, background } }, tile: true, blend: 'multiply' },
      ...places.map((place) => ({
        input: Buffer.from(place.picture),
        left: Math.round(place.x * DENSITY),
        top: Math.round(place.y * DENSITY),
      })),
    ])
    .png()
    .toBuffer();
  return { picture: frame, height };
}

async function stacked(sections) {
  let top = 0;
  const layers = [];
  for (const { picture } of sections) {
    const input = await sharp(picture)
      .resize({ width: WIDTH * DENSITY })
      .png()
      .toBuffer();
    layers.push({ input, left: 0, top });
    top += (await sharp(input).metadata()).height;
  }
  return sharp({ create: { width: WIDTH * DENSITY, height: top, channels: 3, background: '#ffffff' } })
    .composite(layers)
    .png({ palette: true, colours: 256 })
    .toBuffer();
}
