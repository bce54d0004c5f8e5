// npm run upgrade -- [commit]: builds an earlier version, by default the last one before the newest migration, and plays
// contracts while the present one joins it on its database, replaces it, gives way to it, and replaces it again
// (docs/operations.md, "Upgrading").
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installMissing } from './install.mjs';

process.chdir(join(dirname(fileURLToPath(import.meta.url)), '..'));
const [given, ...more] = process.argv.slice(2);
const commit = git('rev-parse', '--verify', '--quiet', `${given ?? `${newestMigration()}^`}^{commit}`);
if (commit === '' || more.length > 0) {
  console.error('usage: npm run upgrade -- [commit]');
  process.exit(2);
}
if (!installMissing() || !node(['scripts/build.mjs'])) process.exit(1);
const folder = mkdtempSync(join(tmpdir(), 'cinnabar-earlier-'));
try {
  process.exitCode = isBuilt() && isUpgraded() ? 0 : 1;
} finally {
  git('worktree', 'remove', '--force', folder);
  rmSync(folder, { recursive: true, force: true });
}

function isBuilt() {
  console.log(`upgrade: from ${git('log', '-1', '--format=%h %s', commit)}`);
  git('worktree', 'add', '--detach', folder, commit);
  const install = ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund'];
  const npm = spawnSync('npm', install, { cwd: folder, stdio: 'inherit' });
  return npm.status === 0 && node([join(folder, 'scripts/build.mjs')]);
}

function isUpgraded() {
  const test = ['run', 'tests/campaign/upgrade.test.ts', '--disable-console-intercept'];
  // Campaigns run by their names only: by CAMPAIGN_COUNT.
  return node(['node_modules/vitest/vitest.mjs', ...test], { CAMPAIGN_COUNT: '1', UPGRADE_FROM: folder });
}

function newestMigration() {
  const added = ['--diff-filter=A', '--format=%H', '--', 'packages/server/src/database/migrations'];
  return git('log', '-1', ...added);
}

function git(...args) {
  return spawnSync('git', args, { encoding: 'utf8' }).stdout.trim();
}

function node(args, settings = {}) {
  const env = { ...process.env, ...settings };
  return spawnSync(process.execPath, args, { stdio: 'inherit', env }).status === 0;
}
