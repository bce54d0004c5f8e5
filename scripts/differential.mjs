// npm run differential -- [--files 1000] [--seed 14] [--keep FOLDER]: generates signed files, verifies them, and
// compares how five readers display the valid ones. The same seed generates the same files except for keys and
// signature values.
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { installMissing } from './install.mjs';

const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '14' },
    keep: { type: 'string' },
  },
});
const keep = values.keep === undefined ? null : resolve(values.keep);
if (keep !== null) mkdirSync(keep, { recursive: true });
process.chdir(join(dirname(fileURLToPath(import.meta.url)), '..'));
if (!installMissing() || !node('scripts/build.mjs')) process.exit(1);
process.exit(node('node_modules/vitest/vitest.mjs', 'run', 'tests/differential') ? 0 : 1);

function node(...args) {
  const env = {
    ...process.env,
    DIFFERENTIAL_FILES: values.files,
    DIFFERENTIAL_SEED: values.seed,
    ...(keep === null ? {} : { DIFFERENTIAL_KEEP: keep }),
  };
  return spawnSync(process.execPath, args, { stdio: 'inherit', env }).status === 0;
}
