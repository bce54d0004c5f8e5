// Files with different numbers of pages, signatures and revisions and of different sizes, each verified here, by pdfsig
// and by pyHanko in one run.
import { spawnSync } from 'node:child_process';
import { sign } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importPdf } from '@cinnabar/pdf/import/import-pdf.js';
import { prepareDocument } from '@cinnabar/pdf/sign/prepare-document.js';
import { signDocument } from '@cinnabar/pdf/sign/sign-document.js';
import { verifyDocument } from '@cinnabar/pdf/verify/verify-document.js';
import { blankPdf, pageOfPixels } from '../../scripts/documents-sheet/blank-pdf.mjs';
import { medianTime } from '../support/median-time.mjs';
import { visibleActs } from '../support/visible-act.mjs';

const KINDS = [
  { pages: 1 },
  { pages: 50 },
  { pages: 200 },
  { pages: 500 },
  { signatures: 1 },
  { signatures: 5 },
  { signatures: 20 },
  { revisions: 10 },
  { revisions: 100 },
  { megabytes: 1 },
  { megabytes: 20 },
];
const USUAL = { pages: 10, signatures: 2, revisions: 0, megabytes: 0 };
const ROUNDS = 9;
const JUDGE = process.env.PYHANKO_JUDGE;

/** @returns a row for each kind of file; `pyhanko` is null unless PYHANKO_JUDGE is set */
export async function measureKinds({ signer, folder, fonts, engine, policy }) {
  const rows = [];
  for (const [index, kind] of KINDS.entries()) {
    const spec = { ...USUAL, ...kind };
    const bytes = await fileOf(spec, signer, fonts);
    const path = join(folder, `kind-${index}.pdf`);
    writeFileSync(path, bytes);
    const { valid, secondOpinion } = verifyDocument(bytes, policy);
    if (!valid) throw new Error(`not valid: ${JSON.stringify(spec)}`);
    rows.push({
      ...spec,
      size: bytes.length,
      opinion: secondOpinion.status,
      here: await medianTime(ROUNDS, () => verifyDocument(bytes, policy)),
      contained: await medianTime(ROUNDS, () => engine.verifyDocument(bytes, policy)),
      pdfsig: await medianTime(3, () => run('pdfsig', ['-nocert', path])),
      pyhanko: JUDGE !== undefined && existsSync(JUDGE) ? await medianTime(1, () => judge(path)) : null,
    });
  }
  return rows;
}

function run(command, options) {
  const { error, status } = spawnSync(command, options, { stdio: 'ignore' });
  if (error !== undefined || status !== 0) throw new Error(`${command}: ${error?.message ?? status}`);
}

function judge(path) {
  run('/usr/bin/python3', [JUDGE, path]);
}

async function fileOf({ pages, signatures, revisions, megabytes }, signer, fonts) {
  const filler = strokes((megabytes * 1e6) / pages);
  const blank = Array.from({ length: pages }, () => ({ ...pageOfPixels(794, 1123), content: filler }));
  const { bytes } = await importPdf(blankPdf(blank), fonts);
  const actOf = visibleActs(fonts);
  const areas = Array.from({ length: signatures }, (_, index) => ({
    fieldName: `sig-${index}-1`,
    box: { page: 1 + (index % pages), x: 100 + 20 * index, y: 700, width: 159, height: 159 },
  }));
  let file = await prepareDocument(bytes, { values: [], areas }, fonts);
  for (const { fieldName, box } of areas) {
    const act = actOf(signer, fieldName, box);
    file = await signDocument(file, act, async (given) => sign('sha256', given, signer.privateKey), fonts);
  }
  return savedAgain(Buffer.from(file), revisions);
}

/** Lines that occur once only and do not compress well. */
function strokes(length) {
  const parts = [];
  let state = 1;
  for (let size = 0; size < length; size += 24) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const [x, y] = [state % 595, (state >>> 10) % 842];
    parts.push(`${x} ${y} m ${y} ${x} l S`.padEnd(23));
  }
  return parts.join('\n');
}

/** Appends this many revisions, each of which rewrites the catalog unchanged. */
function savedAgain(file, times) {
  const text = file.toString('latin1');
  const trailer = text.slice(text.lastIndexOf('trailer'));
  const entry = (name) => new RegExp(`/${name} (\\d+)`).exec(trailer)?.[1];
  const [root, size] = [entry('Root'), entry('Size')];
  const start = text.lastIndexOf(`\n${root} 0 obj`) + 1;
  const object = text.slice(start, text.indexOf('endobj', start) + 'endobj'.length);
  const kept = /\/(Info|ID)\b[^/]*/g;
  let section = /startxref\s+(\d+)/.exec(trailer)?.[1];
  const parts = [file];
  let at = file.length;
  for (let count = 0; count < times; count += 1) {
    const body = `${object}\n`;
    const table = `xref\n${root} 1\n${String(at).padStart(10, '0')} 00000 n \n`;
    const others = (trailer.match(kept) ?? []).join('').replace(/>>\s*startxref[\s\S]*$/, '');
    const save = `${body}${table}trailer\n<</Size ${size} /Root ${root} 0 R ${others}/Prev ${section}>>\nstartxref\n${at + body.length}\n%%EOF\n`;
    section = at + body.length;
    parts.push(Buffer.from(save, 'latin1'));
    at += save.length;
  }
  return Buffer.concat(parts);
}
