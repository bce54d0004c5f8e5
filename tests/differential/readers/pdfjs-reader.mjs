// pdf.js: reads file names, one a line, and returns text and pixmaps.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { createCanvas } from '@napi-rs/canvas';
import { getDocument, VerbosityLevel, version } from 'pdfjs-dist/legacy/build/pdf.mjs';

const folder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
const standardFontDataUrl = join(folder, 'standard_fonts/');

for await (const line of createInterface({ input: process.stdin })) {
  const answer = line === 'version' ? { version } : await read(line);
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}

async function read(path) {
  const task = getDocument({
    data: new Uint8Array(readFileSync(path)),
    standardFontDataUrl,
    isEvalSupported: false,
    useSystemFonts: false,
    verbosity: VerbosityLevel.ERRORS,
  });
  try {
    const document = await task.promise;
    const text = [];
    const pixmaps = [];
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent();
      text.push(items.map(({ str, hasEOL }) => `${str}${hasEOL ? '\n' : ''}`).join(''), '\n');
      const viewport = page.getViewport({ scale: 1 });
      const [width, height] = [Math.round(viewport.width), Math.round(viewport.height)];
      const canvas = createCanvas(width, height);
      const canvasContext = canvas.getContext('2d');
      await page.render({ canvas, canvasContext, viewport, background: 'white' }).promise;
      pixmaps.push(pixmap(width, height, canvasContext.getImageData(0, 0, width, height).data));
    }
    const pages = `${path}.pdfjs.ppm`;
    writeFileSync(pages, Buffer.concat(pixmaps));
    return { text: text.join(''), pages };
  } catch {
    return {};
  } finally {
    await task.destroy();
  }
}

function pixmap(width, height, data) {
  const rgb = Buffer.alloc(width * height * 3);
  for (let from = 0, to = 0; to < rgb.length; from += 4, to += 3) {
    rgb[to] = data[from];
    rgb[to + 1] = data[from + 1];
    rgb[to + 2] = data[from + 2];
  }
  return Buffer.concat([Buffer.from(`P6\n${width} ${height}\n255\n`), rgb]);
}
