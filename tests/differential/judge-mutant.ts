import { createHash } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DocumentRefused } from '@cinnabar/pdf/model.js';
import type { Verification } from '@cinnabar/pdf/verify/verification.js';
import { verifyDocument } from '@cinnabar/pdf/verify/verify-document.js';
import { coveredShare, differenceOf, statementsOf } from './compare-readings.js';
import type { Reader, Reading } from './readers/reading.js';
import type { FieldPlace, Workpiece } from './workpiece.js';

/** A finding against our verdict on a file. */
export interface Finding {
  readonly kind:
    | 'reader shows something else'
    | 'readers differ'
    | 'signature not reported'
    | 'covered without a remark'
    | 'better than it may be'
    | 'false alarm'
    | 'too slow'
    | 'broken off';
  readonly detail: string;
}

export interface Judgement {
  readonly verdict: Verification['verdict'] | 'refused';
  readonly findings: readonly Finding[];
  /** Number of readers that could read it. */
  readonly opinions: number;
}

/** Time limit for a file of this size, ms. */
const LONGEST = 5000;
/** Changes after which the field may look different. */
const SHOWN = new Set(['SIGNATURE_ADDED', 'FIELD_FILLED', 'FIELD_VALUE_CHANGED']);

/** Remarks that announce different displays of one file by readers. */
const PLANTED: ReadonlySet<string> = new Set([
  'LAYERS_HIDDEN',
  'READERS_DRAW_FIELDS',
  'PICTURE_ALTERNATES',
  'SIGNATURE_FIELD_HUGE',
]);

/** Share of a field's signed content that may be covered without a remark. */
const NOTICEABLE_SHARE = 0.1;
/** The same with a remark about filled fields: letters may cross letters. */
const MAX_COVERED_SHARE = 0.6;

/** Compares our verdict on files with their display by readers. */
export class Judge {
  readonly #readers: readonly Reader[];
  readonly #policy: { readonly trusted: readonly Uint8Array[]; readonly now: Date };
  readonly #folder: string;
  readonly #known = new Map<string, Promise<Reading | null>>();
  #files = 0;

  constructor(
    readers: readonly Reader[],
    policy: { readonly trusted: readonly Uint8Array[]; readonly now: Date },
    folder: string,
  ) {
    this.#readers = readers.filter(({ version }) => version !== null);
    this.#policy = policy;
    this.#folder = folder;
  }

  /** Clears the cached readings of signed revisions. */
  forget(): void {
    this.#known.clear();
  }

  async judge(piece: Workpiece): Promise<Judgement> {
    const begin = process.cpuUsage();
    let found: Verification;
    try {
      found = verifyDocument(piece.bytes, this.#policy);
    } catch (error) {
      if (error instanceof DocumentRefused) return { verdict: 'refused', findings: [], opinions: 0 };
      return {
        verdict: 'refused',
        findings: [{ kind: 'broken off', detail: String(error) }],
        opinions: 0,
      };
    }
    const findings: Finding[] = [];
    const { user, system } = process.cpuUsage(begin);
    const took = (user + system) / 1000;
    if (took > LONGEST) findings.push({ kind: 'too slow', detail: `${Math.round(took)} ms` });
    const { verdict, valid } = found;
    if (piece.isSound && !valid) findings.push({ kind: 'false alarm', detail: wordsOf(found) });
    if (!valid) return { verdict, findings, opinions: 0 };

    const isTooGood =
      piece.atBest === 'indeterminate' || (piece.atBest === 'valid_with_remarks' && verdict === 'valid');
    if (isTooGood) findings.push({ kind: 'better than it may be', detail: `${verdict}` });
    const reported = new Set(found.signatures.map(({ fieldName }) => fieldName));
    for (const name of piece.signatures)
      if (!reported.has(name)) findings.push({ kind: 'signature not reported', detail: name });
    const { findings: shown, opinions } = await this.#ask(piece, found);
    return { verdict, findings: [...findings, ...shown], opinions };
  }

  async #ask(
    piece: Workpiece,
    found: Verification,
  ): Promise<{ readonly findings: readonly Finding[]; readonly opinions: number }> {
    const listed = new Set(
      found.signatures
        .flatMap(({ changesAfter }) => changesAfter)
        .filter(({ kind }) => SHOWN.has(kind))
        .map(({ detail }) => detail),
    );
    const places = [...piece.places].filter(([name]) => listed.has(name)).map(([, place]) => place);
    const findings: Finding[] = [];
    const statements = new Map<string, string>();
    let opinions = 0;
    const path = this.#write(piece.bytes);
    const all = await Promise.all(
      this.#readers.map(async (reader) => ({
        reader,
        before: await this.#signed(reader, piece.signedRevision),
        after: await reader.read(path),
      })),
    );
    rmSync(path, { force: true });
    for (const { reader, before, after } of all) {
      if (after === null) continue;
      opinions += 1;
      if (piece.signatures.length > 0) statements.set(reader.name, statementsOf(after));
      if (before === null) continue;
      const difference = differenceOf(before, after, places);
      if (difference !== '')
        findings.push({ kind: 'reader shows something else', detail: `${reader.name}: ${difference}` });
      const share = isTold(found) ? 0 : coveredShare(before, after, places);
      if (share > (found.verdict === 'valid' ? NOTICEABLE_SHARE : MAX_COVERED_SHARE))
        findings.push({ kind: 'covered without a remark', detail: reader.name });
    }
    // Some readers count the content of a field as text of the page, others do not.
    const mayDiffer = places.length > 0 || allProblems(found).some(({ code }) => PLANTED.has(code));
    if (!mayDiffer && new Set(statements.values()).size > 1)
      findings.push({
        kind: 'readers differ',
        detail: [...statements].map(([name, said]) => `${name}: ${said}`).join('; '),
      });
    findings.push(...(await this.#underThePointer(piece, places)));
    return { findings, opinions };
  }

  /** Appearances of fields that are visible only under the pointer. */
  async #underThePointer(piece: Workpiece, places: readonly FieldPlace[]): Promise<readonly Finding[]> {
    const findings: Finding[] = [];
    for (const state of ['R', 'D']) {
      const [before, after] = [piece.signedRevision, piece.bytes].map((bytes) => shownAs(bytes, state));
      const [reader] = this.#readers;
      if (before === undefined || after === undefined || reader === undefined) continue;
      if (after.equals(piece.bytes)) continue;
      const path = this.#write(after);
      const [one, other] = [await this.#signed(reader, before), await reader.read(path)];
      rmSync(path, { force: true });
      if (one === null || other === null) continue;
      if (differenceOf(one, other, places) !== '' || coveredShare(one, other, places) > MAX_COVERED_SHARE)
        findings.push({ kind: 'reader shows something else', detail: `${reader.name}, with /${state}` });
    }
    return findings;
  }

  #signed(reader: Reader, bytes: Buffer): Promise<Reading | null> {
    const key = `${reader.name} ${createHash('sha256').update(bytes).digest('hex')}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const path = this.#write(bytes);
    const reading = reader.read(path).finally(() => rmSync(path, { force: true }));
    this.#known.set(key, reading);
    return reading;
  }

  #write(bytes: Uint8Array): string {
    this.#files += 1;
    const path = join(this.#folder, `${this.#files}.pdf`);
    writeFileSync(path, bytes);
    return path;
  }
}

/** The same bytes with another appearance as the normal one. */
function shownAs(bytes: Buffer, state: string): Buffer {
  const text = bytes.toString('latin1');
  const swapped = text.replace(/\/AP <<[^<>]*>>/g, (appearances) =>
    appearances.includes(`/${state} `)
      ? appearances.replace(/\/([NRD])(?= )/g, (key, letter: string) =>
          letter === 'N' ? `/${state}` : letter === state ? '/N' : key,
        )
      : appearances,
  );
  return Buffer.from(swapped, 'latin1');
}

/** Whether a remark says that later signatures may cover content. */
function isTold(found: Verification): boolean {
  return allProblems(found).some(({ code }) => code === 'PAGE_COVERED_LATER');
}

function allProblems({ problems, signatures }: Verification): Verification['problems'] {
  return [...problems, ...signatures.flatMap((signature) => signature.problems)];
}

function wordsOf(found: Verification): string {
  return allProblems(found)
    .map(({ code, detail }) => `${code} ${detail}`.trim())
    .join(', ');
}
