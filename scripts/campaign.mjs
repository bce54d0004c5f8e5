// npm run campaign -- [kills|clock|fuzz|slow|disk|storage|all] [--seed N] [--count N] [--minutes N]: tries what docs/reliability.md promises,
// for longer than CI does. The same seed makes the same choices; when a process is hit in its work differs from run to run.
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { installMissing } from './install.mjs';

/** By name: the file, the tests of it, the setting that counts and its default, and other settings. */
const CAMPAIGNS = {
  kills: { file: 'tests/campaign/kills.test.ts', counts: 'CAMPAIGN_COUNT', count: 100 },
  clock: { file: 'tests/campaign/clock.test.ts', counts: 'CAMPAIGN_COUNT', count: 20 },
  fuzz: {
    file: 'tests/conformance/bad-input.test.ts',
    only: 'generated calls',
    counts: 'GENERATED_CALLS',
    count: 20_000,
  },
  slow: { file: 'tests/http/slow-clients.test.ts', counts: 'CAMPAIGN_COUNT', count: 100 },
  disk: { file: 'tests/faults/storage-fails.test.ts', settings: { FULL_DISK: 'yes' } },
  storage: { file: 'tests/faults/store-away.test.ts' },
};

const usage = `Usage: npm run campaign -- [${Object.keys(CAMPAIGNS).join('|')}|all] [--seed N] [--count N] [--minutes N]`;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string' }, count: { type: 'string' }, minutes: { type: 'string' } },
});
const [name = 'all', ...more] = positionals;
const chosen = name === 'all' ? Object.keys(CAMPAIGNS) : [name];
const isWhole = (text) => text === undefined || /^[1-9]\d*$/.test(text);
if (more.length > 0 || !chosen.every((each) => each in CAMPAIGNS) || !Object.values(values).every(isWhole)) {
  console.error(usage);
  process.exit(2);
}
process.chdir(join(dirname(fileURLToPath(import.meta.url)), '..'));
if (!installMissing() || !node({}, 'scripts/build.mjs')) process.exit(1);
const seed = values.seed ?? String(Math.floor(Math.random() * 2 ** 31) + 1);
const failed = chosen.filter((each) => !run(CAMPAIGNS[each]));
console.log(
  `campaign: seed ${seed}; ${failed.length === 0 ? 'no violations' : `failed: ${failed.join(', ')}`}`,
);
process.exit(failed.length === 0 ? 0 : 1);

function run({ file, only, counts, count, settings: own = {} }) {
  const settings = {
    FAULT_SEED: seed,
    ...own,
    ...(counts === undefined ? {} : { [counts]: values.count ?? String(count) }),
    ...(values.minutes === undefined ? {} : { CAMPAIGN_MINUTES: values.minutes }),
    ...tokenPrograms(),
  };
  const names = only === undefined ? [] : ['-t', only];
  return node(
    settings,
    'node_modules/vitest/vitest.mjs',
    'run',
    file,
    ...names,
    '--disable-console-intercept',
  );
}

/** Where pkcs11js is, or can be compiled, keys lie in a token, so that its programs are killed, too. */
function tokenPrograms() {
  if (process.env.NODE_PATH) return {};
  const folder = join(tmpdir(), 'cinnabar-pkcs11');
  mkdirSync(folder, { recursive: true });
  return node({}, 'scripts/pkcs11js.mjs', folder) ? { NODE_PATH: join(folder, 'node_modules') } : {};
}

function node(settings, ...args) {
  const env = { ...process.env, ...settings };
  return spawnSync(process.execPath, args, { stdio: 'inherit', env }).status === 0;
}
