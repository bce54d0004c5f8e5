// A seam seal over 200 pages, compared with a seal on one of them.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFonts } from '@cinnabar/fonts';
import { loadFonts } from '@cinnabar/pdf/fonts/fonts.js';
import { importPdf } from '@cinnabar/pdf/import/import-pdf.js';
import { drawSeal } from '@cinnabar/pdf/seals/draw-seal.js';
import { prepareDocument } from '@cinnabar/pdf/sign/prepare-document.js';
import { signDocument } from '@cinnabar/pdf/sign/sign-document.js';
import { ours, takeTurns } from '../support/contestants.mjs';
import { makeSigner } from '../support/make-signer.mjs';
import { ms, printTable } from '../support/statistics.mjs';

const BOX = { page: 1, x: 400, y: 700, width: 159, height: 159 };

/** @param upload an uploaded PDF of 200 pages */
export async function compareSeam(folder, upload, rounds) {
  console.log(`\nOne signature with a P-256 key on 200 pages; medians of ${rounds}.`);
  console.log('bare: one OpenSSL signature and one SHA-256 over the file.\n');
  const fonts = loadFonts(findFonts());
  const seal = drawSeal(fonts, {
    shape: 'round',
    corpName: '上海朱砂电子合同有限公司',
    horizontalText: '合同专用章',
    bottomText: '3101150012345',
    color: 'Red',
    alpha: 0.9,
  });
  const imported = await importPdf(readFileSync(upload), fonts);
  const prepared = await prepareDocument(
    imported.bytes,
    {
      values: [],
      areas: [{ fieldName: 'sig-1-1', box: BOX }],
      seams: [{ name: 'seam-1', box: null, fieldName: null }],
    },
    fonts,
  );
  const file = join(folder, 'prepared.pdf');
  writeFileSync(file, prepared);
  const marks = {
    plain: ['sig-1-1', { kind: 'seal', seal, size: 'actual', dateLine: null }],
    seam: ['sig-1-2', { kind: 'seam', seal, size: 'actual', strips: 'seam-1' }],
  };
  const signer = makeSigner('ecdsa-p256-sha256', folder);
  const { certificate, chain, algorithm } = signer.certificate;
  const encoded = (bytes) => Buffer.from(bytes).toString('base64');
  const contestant = (act) =>
    ours({
      kind: 'sign',
      file,
      act,
      key: signer.privateKey.export({ type: 'pkcs8', format: 'pem' }),
      certificate: encoded(certificate),
      chain: chain.map(encoded),
      algorithm,
    });
  const acts = Object.entries(marks).map(([name, [fieldName, mark]]) => [name, actOf(fieldName, mark)]);
  const contestants = acts.map(([name, act]) => [name, contestant(act)]);
  const results = await takeTurns({ ...Object.fromEntries(contestants), bare: contestant(null) }, rounds * 4);
  const rows = [];
  for (const [name, act] of acts) {
    const whole = { ...act, signer: signer.certificate, time: new Date() };
    const signed = await signDocument(prepared, whole, signer.libpdf.sign, fonts);
    rows.push([
      name,
      ms(results[name].time),
      (results[name].time / results.bare.time).toFixed(1),
      ((signed.length - prepared.length) / 1000).toFixed(0),
      ms(results[name].peak),
    ]);
  }
  rows.push(['bare', ms(results.bare.time), '1.0', '', ms(results.bare.peak)]);
  printTable(['signature', 'ms', 'of bare', 'added kB', 'peak MB'], rows);
}

function actOf(fieldName, mark) {
  return {
    placements: [{ fieldName, box: BOX, mark }],
    invisibleFieldName: 'sig-1-file-1',
    name: '王五',
    reason: '上海朱砂电子合同有限公司 王五',
    location: null,
  };
}
