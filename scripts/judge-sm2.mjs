// npm run judge:sm2 -- [10000]: makes that many SM2 signatures and as many altered ones, and has three programs judge
// them: the service's own verifier, sm-crypto-v2 and BouncyCastle.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installMissing } from './install.mjs';

const [count = '10000'] = process.argv.slice(2);
if (!/^[1-9]\d{0,6}$/.test(count)) {
  console.error('usage: npm run judge:sm2 -- [number of signatures]');
  process.exit(2);
}
process.chdir(join(dirname(fileURLToPath(import.meta.url)), '..'));
if (!installMissing() || !node('scripts/build.mjs')) process.exit(1);
process.exit(node('node_modules/vitest/vitest.mjs', 'run', 'tests/pki/sm2-writing.test.ts') ? 0 : 1);

function node(...args) {
  const env = { ...process.env, SM2_SIGNATURES: count };
  return spawnSync(process.execPath, args, { stdio: 'inherit', env }).status === 0;
}
