// npm run measure:suggestions: how many places to fill in and sign are found in the contracts of tests/suggestions, contract
// by contract, and what it takes a page. Needs LibreOffice for those that word processors write.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installMissing } from './install.mjs';

process.chdir(join(dirname(fileURLToPath(import.meta.url)), '..'));
if (!installMissing() || !node('scripts/build.mjs')) process.exit(1);
const test = 'tests/suggestions/suggested-places.test.ts';
process.exit(node('node_modules/vitest/vitest.mjs', 'run', test) ? 0 : 1);

function node(...args) {
  const env = { ...process.env, MEASURE_SUGGESTIONS: '1' };
  return spawnSync(process.execPath, args, { stdio: 'inherit', env }).status === 0;
}
