import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Ingredients } from '../support/pdf/corpus-case.js';
import { signedContract } from '../support/pdf/signed-contract.js';
import { TestAuthority } from '../support/pdf/test-authority.js';
import { makeTestSigner } from '../support/test-certificates.js';
import { type Finding, Judge } from './judge-mutant.js';
import { mutantOf, signedBase } from './mutants.js';
import { Random } from './random.js';
import { childReader } from './readers/child-reader.js';
import { commandLineReaders } from './readers/command-line-readers.js';
import type { Reader } from './readers/reading.js';
import type { Workpiece } from './workpiece.js';

export interface Wishes {
  readonly files: number;
  readonly seed: number;
  /** Folder for files with findings; null: none. */
  readonly keepIn: string | null;
}

export interface Found {
  readonly file: number;
  readonly verdict: string;
  readonly done: readonly string[];
  readonly findings: readonly Finding[];
}

export interface Outcome {
  readonly readers: readonly Pick<Reader, 'name' | 'version'>[];
  readonly verdicts: ReadonlyMap<string, number>;
  /** Of all files, those that are valid here, with or without remarks. */
  readonly validShare: number;
  readonly found: readonly Found[];
}

const NOW = new Date('2026-11-21T08:00:00Z');
const FILES_OF_A_BASE = 25;
/** For a base file that is not valid itself: few of its mutants can be. */
const FILES_OF_A_POOR_BASE = 5;
const AT_ONCE = 3;

export async function openReaders(): Promise<readonly Reader[]> {
  return [
    ...commandLineReaders(),
    await childReader('PDFium', 'pdfium-reader.mjs'),
    await childReader('pdf.js', 'pdfjs-reader.mjs'),
  ];
}

/** Generates files, verifies them here, and compares the readers' display of the valid ones. */
export async function runDifferential(
  { files, seed, keepIn }: Wishes,
  readers: readonly Reader[],
): Promise<Outcome> {
  const signer = await makeTestSigner('ecdsa-p256-sha256');
  const stranger = await makeTestSigner('rsa-sha256');
  const authority = await TestAuthority.make();
  const given: Ingredients = { signer, stranger, authority, contract: await signedContract(signer) };
  const trusted = [
    new Uint8Array(new X509Certificate(signer.rootPem).raw),
    authority.root.certificate.certificate,
  ];
  const folder = mkdtempSync(join(tmpdir(), 'cinnabar-differential-'));
  const judge = new Judge(readers, { trusted, now: NOW }, folder);
  const verdicts = new Map<string, number>();
  const found: Found[] = [];
  const judged = async (file: number, piece: Workpiece): Promise<string> => {
    const { verdict, findings } = await judge.judge(piece);
    verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
    if (findings.length === 0) return verdict;
    found.push({ file, verdict, done: piece.done, findings });
    if (keepIn !== null) writeFileSync(join(keepIn, `${seed}-${file}.pdf`), piece.bytes);
    return verdict;
  };
  try {
    for (let next = 0; next < files; ) {
      judge.forget();
      const first = next;
      const base = await signedBase(given, new Random(seed * 1_000_003 + first));
      const isValid = (await judged(first, base)).startsWith('valid');
      const last = Math.min(first + (isValid ? FILES_OF_A_BASE : FILES_OF_A_POOR_BASE), files);
      next = first + 1;
      const work = async (): Promise<void> => {
        while (next < last) {
          const file = next;
          next += 1;
          const random = new Random(seed * 1_000_003 + file);
          await judged(file, await mutantOf(base, given, random));
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const valid = (verdicts.get('valid') ?? 0) + (verdicts.get('valid_with_remarks') ?? 0);
  found.sort((one, other) => one.file - other.file);
  return { readers, verdicts, validShare: valid / files, found };
}
