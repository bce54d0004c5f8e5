import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEBIAN_PYTHON, PYHANKO_JUDGE } from '../../../scripts/test-tools/tools.mjs';

/** pyHanko's result for one signature. */
export interface PyhankoSignature {
  readonly field: string;
  readonly type: string;
  /** Its overall result. */
  readonly ok?: boolean;
  readonly intact?: boolean;
  readonly valid?: boolean;
  readonly trusted?: boolean;
  readonly coverage?: string;
  /** Result of its difference policy: NONE, LTA_UPDATES, FORM_FILLING, ANNOTATIONS, OTHER. */
  readonly modification?: string;
  readonly error?: string;
}

export interface PyhankoVerdict {
  readonly file: string;
  readonly signatures: readonly PyhankoSignature[];
  readonly error?: string;
}

/** Its verdicts on all of these files, by name, in one run. */
export function judgedByPyhanko(
  files: ReadonlyMap<string, Uint8Array>,
  roots: readonly Uint8Array[],
): ReadonlyMap<string, PyhankoVerdict> {
  const folder = mkdtempSync(join(tmpdir(), 'cinnabar-pyhanko-'));
  try {
    const trust = join(folder, 'roots.pem');
    writeFileSync(trust, roots.map((der) => new X509Certificate(der).toString()).join(''));
    const names = [...files.keys()];
    const paths = names.map((_, index) => join(folder, `${index}.pdf`));
    for (const [index, path] of paths.entries()) writeFileSync(path, files.get(names[index] ?? '') ?? '');
    const { status, stdout, stderr } = spawnSync(DEBIAN_PYTHON, [PYHANKO_JUDGE, '--trust', trust, ...paths], {
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    });
    if (status !== 0) throw new Error(`pyHanko: ${stderr}`);
    const verdicts: readonly PyhankoVerdict[] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    return new Map(verdicts.map((verdict, index) => [names[index] ?? '', verdict]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** '' if its overall result accepts every signature, otherwise its output. */
export function objectionsOfPyhanko(verdict: PyhankoVerdict | undefined): string {
  if (verdict === undefined) return 'no verdict';
  if (verdict.error !== undefined) return verdict.error;
  if (verdict.signatures.length === 0) return 'no signature found';
  return verdict.signatures
    .filter(
      ({ ok, intact, valid, trusted }) => !(ok ?? (intact === true && valid === true && trusted === true)),
    )
    .map(({ field, modification, coverage, trusted, error }) =>
      error === undefined
        ? `${field}: ${modification ?? ''} ${coverage ?? ''} trusted=${trusted}`
        : `${field}: ${error}`,
    )
    .join('; ');
}
