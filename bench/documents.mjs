/** Document operations, each compared with a reference program or its physical limit. `npm run bench -- documents` */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFonts } from '@cinnabar/fonts';
import { loadFonts } from '@cinnabar/pdf/fonts/fonts.js';
import { compareConversion } from './documents/conversion.mjs';
import { compareFlows } from './documents/flows-of-files.mjs';
import { kilobytesOf, writeScans, writeTextContract } from './documents/samples.mjs';
import { compareSeam } from './documents/seam.mjs';
import { command, isInstalled, ours, takeTurns } from './support/contestants.mjs';
import { ms, printTable } from './support/statistics.mjs';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 15);
/** px; the preview width sent to screens of normal density. */
const PREVIEW_WIDTH = 1200;

const folder = mkdtempSync(join(tmpdir(), 'cinnabar-bench-documents-'));
try {
  if (!isInstalled('qpdf', '--version'))
    throw new Error('qpdf is required: for comparison, and to write the samples');
  const samples = await writeSamples();
  await compareImport(samples);
  await comparePreviews(samples);
  await compareConversion(folder);
  await compareSeam(folder, samples.find(({ pages }) => pages === 200).file, ROUNDS);
  await compareFlows(ROUNDS);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function writeSamples() {
  const fonts = loadFonts(findFonts());
  const samples = [];
  for (const pages of [1, 10, 200]) {
    const file = join(folder, `text-${pages}.pdf`);
    await writeTextContract(file, pages, fonts);
    samples.push({ kind: 'text', pages, file });
  }
  const file = join(folder, 'scans.pdf');
  await writeScans(file, 20);
  return [...samples, { kind: 'scans', pages: 20, file }];
}

async function compareImport(samples) {
  console.log(`Import and normalise, compared with qpdf rewriting the same file; medians of ${ROUNDS}.`);
  console.log('ours: engine process, warm. first: including process start. Peak: of the engine process.\n');
  const rows = [];
  for (const { kind, pages, file } of samples) {
    const { import: own, qpdf } = await takeTurns(
      {
        import: ours({ kind: 'import', file }),
        qpdf: command('qpdf', [file, join(folder, 'rewritten.pdf')]),
      },
      ROUNDS,
    );
    rows.push([
      kind,
      pages,
      kilobytesOf(file).toFixed(0),
      ms(own.time),
      perSecond(pages, own.time),
      ms(own.first),
      ms(qpdf.time),
      perSecond(pages, qpdf.time),
      (own.time / qpdf.time).toFixed(2),
      ms(own.peak),
      ms(qpdf.peak),
    ]);
  }
  printTable(
    [
      ...['file', 'pages', 'kB', 'ours ms', 'pages/s', 'first ms', 'qpdf ms', 'pages/s', 'ours/qpdf'],
      ...['peak MB', 'qpdf MB'],
    ],
    rows,
  );
}

async function comparePreviews(samples) {
  console.log(
    `\nPreviews ${PREVIEW_WIDTH} px wide, ms a page, compared with pdftoppm; medians of ${ROUNDS}.`,
  );
  console.log(
    'same: pdftoppm, one process per page, with the same encoding. pdftoppm: the same as its own JPEG, which has half the colour resolution. at once: one process for all pages, its time divided by their number.\n',
  );
  if (!isInstalled('pdftoppm', '-v')) {
    console.log('Skipped: pdftoppm is not installed.');
    return;
  }
  const rows = [];
  for (const { kind, pages, file } of samples.filter((sample) => sample.pages > 1)) {
    const common = { kind: 'render', file, width: PREVIEW_WIDTH, pages: everyFew(pages) };
    const size = ['-cropbox', '-scale-to-x', String(PREVIEW_WIDTH), '-scale-to-y', '-1'];
    const middle = String(Math.ceil(pages / 2));
    const one = ['-f', middle, '-l', middle, '-singlefile', ...size];
    const pictures = join(folder, 'page');
    const drawn = Math.min(pages, 20);
    const result = await takeTurns(
      {
        poppler: ours({ ...common, renderer: 'poppler' }),
        pdfium: ours({ ...common, renderer: 'pdfium' }),
        same: ours({ kind: 'plain', file, args: one }),
        single: command('pdftoppm', [...one, '-jpeg', file, pictures]),
        all: command('pdftoppm', ['-l', String(drawn), ...size, '-jpeg', file, pictures]),
      },
      ROUNDS,
    );
    const { poppler, pdfium, same, single, all } = result;
    rows.push([
      kind,
      pages,
      ms(poppler.time),
      ms(pdfium.time),
      ms(same.time),
      ms(single.time),
      ms(all.time / drawn),
      ...[poppler, pdfium].flatMap(({ time }) =>
        [same, single].map((other) => (time / other.time).toFixed(2)),
      ),
      ms(poppler.peak),
      ms(pdfium.peak),
      ms(single.peak),
    ]);
  }
  printTable(
    [
      ...['file', 'pages', 'poppler', 'PDFium', 'same', 'pdftoppm', 'at once'],
      ...['poppler/same', 'poppler/pdftoppm', 'PDFium/same', 'PDFium/pdftoppm'],
      ...['peak MB, poppler', 'PDFium', 'pdftoppm'],
    ],
    rows,
  );
}

/** Pages evenly distributed over the file. */
function everyFew(pages) {
  const step = Math.max(1, Math.floor(pages / 10));
  return Array.from({ length: Math.min(pages, 10) }, (_, index) => 1 + index * step);
}

function perSecond(pages, milliseconds) {
  return ((pages * 1000) / milliseconds).toFixed(0);
}
