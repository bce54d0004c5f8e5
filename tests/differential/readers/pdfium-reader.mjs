// PDFium, in the build used by the service: reads file names, one a line, and returns text and pixmaps.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { PDFiumLibrary } from '@hyzyla/pdfium';

const wasm = createRequire(import.meta.url).resolve('@hyzyla/pdfium/pdfium.wasm');
const { version } = packageAbove(dirname(wasm));
const library = await PDFiumLibrary.init();

for await (const line of createInterface({ input: process.stdin })) {
  const answer = line === 'version' ? { version: `npm ${version}` } : await read(line);
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}

/** The package that a folder belongs to. */
function packageAbove(folder) {
  const path = join(folder, 'package.json');
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : packageAbove(dirname(folder));
}

async function read(path) {
  let document;
  try {
    document = await library.loadDocument(readFileSync(path));
    const text = [];
    const pixmaps = [];
    for (const page of document.pages()) {
      text.push(page.getText());
      const { originalWidth, originalHeight } = page.getOriginalSize();
      const [width, height] = [Math.round(originalWidth), Math.round(originalHeight)];
      const { data } = await page.render({ width, height, renderFormFields: true });
      pixmaps.push(pixmap(width, height, data));
    }
    const pages = `${path}.pdfium.ppm`;
    writeFileSync(pages, Buffer.concat(pixmaps));
    return { text: text.join('\n'), pages };
  } catch {
    return {};
  } finally {
    document?.destroy();
  }
}

/** Drops the fourth channel; the library has already swapped the first and the third. */
function pixmap(width, height, data) {
  const rgb = Buffer.alloc(width * height * 3);
  for (let from = 0, to = 0; to < rgb.length; from += 4, to += 3) {
    rgb[to] = data[from];
    rgb[to + 1] = data[from + 1];
    rgb[to + 2] = data[from + 2];
  }
  return Buffer.concat([Buffer.from(`P6\n${width} ${height}\n255\n`), rgb]);
}
