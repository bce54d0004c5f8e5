// Draws the README's picture: the pages of a signed contract side by side.
//
// npm run demo && node scripts/readme-picture.mjs [contract-signed.pdf]

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findFonts } from '@cinnabar/fonts';
import { DocumentEngine } from '@cinnabar/pdf/engine/engine.js';
import sharp from 'sharp';

const target = join(dirname(fileURLToPath(import.meta.url)), '../docs/pictures/contract-signed.png');
const pageWidth = 600;
const gap = 16;
const background = '#D0D0D0';
/** A README is loaded on every visit. */
const maxBytes = 150_000;

const signed = await readFile(process.argv[2] ?? 'contract-signed.pdf');
const engine = new DocumentEngine({ fonts: findFonts(), workers: 1 });
try {
  // Rendered at twice the size: scaling down removes the blur of JPEG.
  const pages = await Promise.all([1, 2].map((page) => engine.renderPage(signed, page, 2 * pageWidth)));
  const picture = await sideBySide(await Promise.all(pages.map((page) => smaller(page))));
  if (picture.length > maxBytes)
    throw new Error(`the picture has ${picture.length} bytes, more than ${maxBytes}`);
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, picture);
  console.log(`${target}: ${picture.length} bytes`);
} finally {
  await engine.close();
}

function smaller(page) {
  return sharp(page).resize({ width: pageWidth }).png().toBuffer({ resolveWithObject: true });
}

function sideBySide(pages) {
  const height = Math.max(...pages.map(({ info }) => info.height)) + 2 * gap;
  const width = pages.length * (pageWidth + gap) + gap;
  return sharp({ create: { width, height, channels: 3, background } })
    .composite(
      pages.map(({ data }, index) => ({ input: data, left: gap + index * (pageWidth + gap), top: gap })),
    )
    .png({ palette: true, colours: 64, effort: 10 })
    .toBuffer();
}
