/** If our verdict is valid, readers must display what was signed. `npm run differential -- --files 20000 --seed 7` */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Reader } from './readers/reading.js';
import { openReaders, runDifferential } from './run-differential.js';

const FILES = Number(process.env['DIFFERENTIAL_FILES'] ?? 300);
const SEED = Number(process.env['DIFFERENTIAL_SEED'] ?? 14);
const KEEP_IN = process.env['DIFFERENTIAL_KEEP'] ?? null;
/** Time limit for a file with all readers on a busy machine, ms. */
const A_FILE = 2000;

let readers: readonly Reader[] = [];
beforeAll(async () => {
  readers = await openReaders();
});
afterAll(() => {
  for (const reader of readers) reader.close?.();
});

test(
  `${FILES} files of seed ${SEED}: for valid ones, readers display what was signed`,
  async () => {
    const { verdicts, validShare, found } = await runDifferential(
      { files: FILES, seed: SEED, keepIn: KEEP_IN },
      readers,
    );
    const told = [
      readers.map(({ name, version }) => `${name} ${version ?? 'is missing'}`).join(', '),
      [...verdicts].map(([verdict, count]) => `${verdict} ${count}`).join(', '),
      `valid: ${(100 * validShare).toFixed(1)} %`,
    ].join('\n');
    process.stdout.write(`${told}\n`);
    const lines = found.map(({ file, verdict, done, findings }) => {
      const what = findings.map(({ kind, detail }) => `${kind} (${detail})`).join(', ');
      return `${file} ${verdict}: ${what}\n    ${done.join('\n    ')}`;
    });
    expect(lines, lines.join('\n')).toEqual([]);
    // A generator whose files are all refused would prove nothing.
    expect(validShare).toBeGreaterThan(0.1);
  },
  FILES * A_FILE + 60_000,
);
