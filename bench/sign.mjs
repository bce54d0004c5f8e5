/**
 * One visible signature added to a prepared document, compared in one run with its lower bound (one OpenSSL signature
 * and one SHA-256 over the file) and with other PDF signers; then the cost of timestamps and the bytes that an archive
 * adds. `npm run bench -- sign`
 */

import { execFileSync } from 'node:child_process';
import { createHash, sign } from 'node:crypto';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { findFonts } from '@cinnabar/fonts';
import { loadFonts } from '@cinnabar/pdf/fonts/fonts.js';
import { importPdf } from '@cinnabar/pdf/import/import-pdf.js';
import { prepareDocument } from '@cinnabar/pdf/sign/prepare-document.js';
import { signDocument } from '@cinnabar/pdf/sign/sign-document.js';
import { PDF, PdfDict, PdfName, PdfStream } from '@libpdf/core';
import sharp from 'sharp';
import { measureArchives } from './sign/archives.mjs';
import { measureTimestamps } from './sign/timestamps.mjs';
import { makeSigner } from './support/make-signer.mjs';
import { sealBox, visibleActs } from './support/visible-act.mjs';

const PAGES = [1, 10, 200];
const ROUNDS = 200;
/** Enough that V8 has compiled the code, as in a service that has run for a minute. */
const WARM_UP = 500;
const folder = mkdtempSync(join(tmpdir(), 'cinnabar-bench-sign-'));

const fonts = loadFonts(findFonts());
const actOf = visibleActs(fonts);

try {
  const rows = [];
  const contracts = [];
  for (const pages of PAGES) contracts.push([pages, await contract(pages)]);
  const signers = ['ecdsa-p256-sha256', 'rsa-sha256'].map((algorithm) => makeSigner(algorithm, folder));
  for (const signer of signers) {
    for (const [pages, prepared] of contracts) rows.push(await measure(signer, pages, prepared));
  }
  print(rows);
  await measureTimestamps(contracts, signers, (signer) => actOf(signer, 'sig-1-1'), fonts);
  await measureArchives(contracts[1][1], signers[0], actOf, fonts);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measure(signer, pages, prepared) {
  const act = (fieldName) => actOf(signer, fieldName);
  const value = async (data) => sign('sha256', data, signer.privateKey);

  const data = Buffer.alloc(256, 7);
  const [filled, free, bare] = await medians([
    () => signDocument(prepared, act('sig-1-1'), value, fonts),
    () => signDocument(prepared, act('sig-1-free'), value, fonts),
    () => {
      sign('sha256', data, signer.privateKey);
      createHash('sha256').update(prepared).digest();
    },
  ]);
  const [libpdf] = await medians(
    [
      async () => {
        const pdf = await PDF.load(prepared);
        await pdf.sign({ signer: signer.libpdf, reason: 'bench', fieldName: 'libpdf' });
      },
    ],
    40,
    40,
  );
  const signed = await signDocument(prepared, act('sig-1-1'), value, fonts);
  const pdfsig = await measurePdfsig(signer, prepared);
  return {
    algorithm: signer.certificate.algorithm,
    pages,
    size: prepared.length,
    added: signed.length - prepared.length,
    filled,
    free,
    bare,
    libpdf,
    pdfsig,
  };
}

/** Poppler's signer, one process per signature; a note instead of a figure if it is unavailable. */
async function measurePdfsig(signer, prepared) {
  if (signer.nss === null) return 'not installed';
  const input = join(folder, 'input.pdf');
  const output = join(folder, 'output.pdf');
  writeFileSync(input, prepared);
  const run = () =>
    execFileSync(
      'pdfsig',
      ['-nssdir', signer.nss, '-nss-pwd', '', '-add-signature', '-nick', 'bench', input, output],
      {
        stdio: 'ignore',
      },
    );
  try {
    const [time] = await medians([run], 9, 1);
    return { time, added: statSync(output).size - prepared.length };
  } catch {
    return 'fails with this key';
  }
}

/** The median time of each, ms; they alternate, so that a ratio does not depend on the load of the machine. */
async function medians(works, rounds = ROUNDS, warmUp = WARM_UP) {
  const times = works.map(() => []);
  for (let round = -warmUp; round < rounds; round += 1) {
    for (const [index, work] of works.entries()) {
      const start = performance.now();
      await work();
      if (round >= 0) times[index].push(performance.now() - start);
    }
  }
  return times.map((each) => each.sort((a, b) => a - b)[Math.floor(each.length / 2)]);
}

/** Pages of text with an image of 150 kB that resembles a scan, and one signature area. */
async function contract(pages) {
  const noise = Buffer.alloc(480 * 480 * 3);
  let state = 12345;
  for (let index = 0; index < noise.length; index += 1) {
    state = (state * 1103515245 + 12345) & 0x7fffffff;
    noise[index] = state >> 16;
  }
  const jpeg = await sharp(noise, { raw: { width: 480, height: 480, channels: 3 } })
    .jpeg({ quality: 60 })
    .toBuffer();
  const pdf = PDF.create();
  const image = pdf.embedJpeg(jpeg);
  const font = pdf.context.register(
    PdfDict.of({ Type: PdfName.of('Font'), Subtype: PdfName.of('Type1'), BaseFont: PdfName.of('Helvetica') }),
  );
  for (let page = 1; page <= pages; page += 1) {
    const added = pdf.addPage({ size: 'a4' });
    const lines = Array.from(
      { length: 40 },
      (_, line) => `(Clause ${page}.${line + 1}: the parties agree as follows, each for itself.) '`,
    );
    const content = `BT /F1 11 Tf 18 TL 60 790 Td\n${lines.join('\n')}\nET\n`;
    added.dict.set('Contents', pdf.context.register(new PdfStream([], Buffer.from(content))));
    added.dict.set('Resources', PdfDict.of({ Font: PdfDict.of({ F1: font }) }));
    if (page === 1) added.drawImage(image, { x: 60, y: 60, width: 120, height: 120 });
  }
  const imported = await importPdf(await pdf.save(), fonts);
  const style = {
    font: 'SimSun',
    fontSize: 16,
    color: '#000000',
    bold: false,
    italic: false,
    underline: false,
    lineThrough: false,
    alignment: 'left',
  };
  const text = '甲方：上海朱砂电子合同有限公司，乙方：北京某某科技有限公司';
  return prepareDocument(
    imported.bytes,
    {
      values: [
        {
          label: 'parties',
          box: { ...sealBox, x: 80, y: 20, width: 600, height: 24 },
          text,
          multiLine: false,
          style,
        },
      ],
      areas: [{ fieldName: 'sig-1-1', box: sealBox }],
    },
    fonts,
  );
}

function print(rows) {
  const ms = (value) => value.toFixed(value < 10 ? 2 : 1);
  const header = [
    'key',
    'pages',
    'file kB',
    'area filled ms',
    'free ms',
    'bare ms',
    'filled/bare',
    'libpdf ms',
    'libpdf/filled',
    'pdfsig ms',
    'pdfsig/filled',
    'added kB',
    'pdfsig added kB',
  ];
  const lines = rows.map((row) => [
    row.algorithm === 'rsa-sha256' ? 'RSA-2048' : 'P-256',
    row.pages,
    (row.size / 1000).toFixed(0),
    ms(row.filled),
    ms(row.free),
    ms(row.bare),
    `${(row.filled / row.bare).toFixed(1)}x`,
    ms(row.libpdf),
    `${(row.libpdf / row.filled).toFixed(0)}x`,
    typeof row.pdfsig === 'string' ? row.pdfsig : ms(row.pdfsig.time),
    typeof row.pdfsig === 'string' ? '' : `${(row.pdfsig.time / row.filled).toFixed(0)}x`,
    (row.added / 1000).toFixed(1),
    typeof row.pdfsig === 'string' ? '' : (row.pdfsig.added / 1000).toFixed(0),
  ]);
  console.log('One visible signature (seal as outlines, date line) added to a document; medians of one run.');
  console.log(
    'bare = one OpenSSL signature and one SHA-256 over the file. libpdf, pdfsig: invisible signatures.\n',
  );
  for (const row of [header, header.map(() => '---'), ...lines]) console.log(`| ${row.join(' | ')} |`);
}
