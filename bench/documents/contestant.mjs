// Runs one task of the document engine in a separate process, once for each request of the benchmark.

import { spawnSync } from 'node:child_process';
import { createHash, createPrivateKey, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { findFonts, textFontFolders } from '@cinnabar/fonts';
import { DocumentEngine } from '@cinnabar/pdf/engine/engine.js';
import { loadFonts } from '@cinnabar/pdf/fonts/fonts.js';
import { encodePicture } from '@cinnabar/pdf/render/encode-picture.js';
import { pdfiumRenderer } from '@cinnabar/pdf/render/pdfium.js';
import { popplerRenderer } from '@cinnabar/pdf/render/poppler.js';
import { signDocument } from '@cinnabar/pdf/sign/sign-document.js';
import { largestPeak, peakOf } from '../support/peak-memory.mjs';

const ownPeak = () => peakOf(process.pid);

const kinds = {
  /** As for an upload: by the engine, in the process that parses untrusted files. */
  import({ file }) {
    const engine = new DocumentEngine({ fonts: findFonts(), workers: 1 });
    const bytes = readFileSync(file);
    const peak = () => largestPeak(({ parent }) => parent === process.pid);
    return { work: () => engine.importPdf(bytes), peak };
  },

  /** pdftoppm as anybody would call it, and its pixels encoded as the service encodes them: the same picture. */
  plain({ file, args }) {
    const work = async () => {
      const { stdout, status } = spawnSync('pdftoppm', [...args, file], { maxBuffer: 256 * 1024 * 1024 });
      if (status !== 0) throw new Error(`pdftoppm ended with ${status}`);
      const [header, width, height] = /^P6\s(\d+)\s(\d+)\s255\s/.exec(
        stdout.subarray(0, 64).toString('latin1'),
      );
      const data = stdout.subarray(header.length);
      await encodePicture({ data, width: Number(width), height: Number(height), channels: 3 });
    };
    return { work, peak: ownPeak };
  },

  /** Renders the pages in sequence with one of the two renderers. */
  render({ file, renderer, pages, width }) {
    const drawer =
      renderer === 'pdfium'
        ? pdfiumRenderer(loadFonts(findFonts()))
        : popplerRenderer({ fontFolders: textFontFolders() });
    const bytes = readFileSync(file);
    return { work: () => drawer.renderPage(bytes, nextOf(pages), width), peak: ownPeak };
  },

  /** Signs once; `act` null measures the lower bound of any signer. */
  sign({ file, act, key, certificate, chain, algorithm }) {
    const bytes = readFileSync(file);
    const privateKey = createPrivateKey(key);
    const value = async (data) => sign('sha256', data, privateKey);
    if (act === null) {
      const work = async () => {
        createHash('sha256').update(bytes).digest();
        await value(bytes.subarray(0, 256));
      };
      return { work, peak: ownPeak };
    }
    const fonts = loadFonts(findFonts());
    const decoded = (text) => new Uint8Array(Buffer.from(text, 'base64'));
    const signer = { certificate: decoded(certificate), chain: chain.map(decoded), algorithm };
    const work = () => signDocument(bytes, { ...act, signer, time: new Date() }, value, fonts);
    return { work, peak: ownPeak };
  },
};

let contestant = null;
process.on('message', async (message) => {
  if (typeof message === 'object') contestant = kinds[message.kind](message);
  if (message === 'peak') process.send(contestant.peak());
  if (message !== 'run') return;
  const began = performance.now();
  await contestant.work();
  process.send(performance.now() - began);
});
process.on('disconnect', () => process.exit());

let turn = 0;
function nextOf(pages) {
  turn += 1;
  return pages[(turn - 1) % pages.length];
}
