/**
 * Verifying a file of five signatures and 200 pages, in this process and in the engine's process, compared with pdfsig
 * and with the lower bound: SHA-256 over the bytes covered by each signature and five OpenSSL verifications. `npm run
 * bench -- verify`
 */

import { spawnSync } from 'node:child_process';
import { createHash, createPublicKey, sign, verify } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFonts } from '@cinnabar/fonts';
import { DocumentEngine } from '@cinnabar/pdf/engine/engine.js';
import { loadFonts } from '@cinnabar/pdf/fonts/fonts.js';
import { importPdf } from '@cinnabar/pdf/import/import-pdf.js';
import { prepareDocument } from '@cinnabar/pdf/sign/prepare-document.js';
import { signDocument } from '@cinnabar/pdf/sign/sign-document.js';
import { verifyDocument } from '@cinnabar/pdf/verify/verify-document.js';
import { PDF } from '@libpdf/core';
import { makeSigner } from './support/make-signer.mjs';
import { medianTime } from './support/median-time.mjs';
import { sealBox, visibleActs } from './support/visible-act.mjs';
import { measureKinds } from './verify/kinds-of-files.mjs';
import { printKinds } from './verify/print-kinds.mjs';

const PAGES = 200;
const SIGNATURES = 5;
const ROUNDS = 100;
const folder = mkdtempSync(join(tmpdir(), 'cinnabar-bench-verify-'));
const fonts = loadFonts(findFonts());
const engine = new DocumentEngine({ fonts: findFonts(), workers: 1 });

try {
  const rows = [];
  for (const algorithm of ['ecdsa-p256-sha256', 'rsa-sha256']) rows.push(await measure(algorithm));
  print(rows);
  const signer = makeSigner('ecdsa-p256-sha256', folder);
  const policy = { trusted: [signer.certificate.chain.at(-1)], now: new Date() };
  printKinds(await measureKinds({ signer, folder, fonts, engine, policy }));
} finally {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
}

async function measure(algorithm) {
  const signer = makeSigner(algorithm, folder);
  const { chain } = signer.certificate;
  const policy = { trusted: [chain.at(-1)], now: new Date() };
  const file = await signedFile(signer);
  const { verdict } = verifyDocument(file, policy);
  if (verdict !== 'valid') throw new Error(`the verifier returned ${verdict}`);
  const path = join(folder, `${algorithm}.pdf`);
  writeFileSync(path, file);

  const data = Buffer.alloc(256, 7);
  const value = sign('sha256', data, signer.privateKey);
  const key = createPublicKey(signer.privateKey);
  const bare = await medianTime(ROUNDS, () => {
    for (let count = 0; count < SIGNATURES; count += 1) {
      createHash('sha256').update(file).digest();
      verify('sha256', data, key, value);
    }
  });
  return {
    algorithm,
    size: file.length,
    bare,
    here: await medianTime(ROUNDS, () => verifyDocument(file, policy)),
    contained: await medianTime(ROUNDS, () => engine.verifyDocument(file, policy)),
    pdfsig: await medianTime(10, () => pdfsig(path)),
  };
}

/** Without validation of certificates, which would need a trust store and the network. */
function pdfsig(path) {
  const { status, stdout } = spawnSync('pdfsig', ['-nocert', path], { encoding: 'utf8' });
  if (status !== 0 || stdout.split('Signature is Valid.').length !== SIGNATURES + 1)
    throw new Error(`pdfsig: ${stdout}`);
}

async function signedFile(signer) {
  const pdf = PDF.create();
  for (let number = 1; number <= PAGES; number += 1) {
    const page = pdf.addPage({ size: 'a4' });
    for (let line = 0; line < 30; line += 1) {
      const text = `Clause ${number}.${line + 1}: the parties agree as follows, each for itself.`;
      page.drawText(text, { x: 60, y: 780 - 20 * line, size: 11 });
    }
  }
  const { bytes } = await importPdf(await pdf.save(), fonts);
  const actOf = visibleActs(fonts);
  const areas = Array.from({ length: SIGNATURES }, (_, index) => ({
    fieldName: `sig-${index}-1`,
    box: { ...sealBox, page: 40 * index + 1 },
  }));
  let file = await prepareDocument(bytes, { values: [], areas }, fonts);
  for (const { fieldName, box } of areas) {
    const act = actOf(signer, fieldName, box);
    file = await signDocument(file, act, async (given) => sign('sha256', given, signer.privateKey), fonts);
  }
  return file;
}

function print(rows) {
  const header = [
    'key',
    'file kB',
    'bare ms',
    'verifier ms',
    'verifier/bare',
    'isolated ms',
    'pdfsig ms',
    'pdfsig/isolated',
  ];
  const lines = rows.map(({ algorithm, size, bare, here, contained, pdfsig: peer }) => [
    algorithm === 'rsa-sha256' ? 'RSA-2048' : 'P-256',
    (size / 1000).toFixed(0),
    bare.toFixed(2),
    here.toFixed(1),
    `${(here / bare).toFixed(1)}x`,
    contained.toFixed(1),
    peer.toFixed(0),
    `${(peer / contained).toFixed(1)}x`,
  ]);
  console.log(`${SIGNATURES} signatures on ${PAGES} pages, each visible; medians of one run.`);
  console.log('bare = SHA-256 over the file and one check by OpenSSL, for each signature.');
  console.log('pdfsig runs as a new process each time, and does not examine later changes.\n');
  for (const row of [header, header.map(() => '---'), ...lines]) console.log(`| ${row.join(' | ')} |`);
}
