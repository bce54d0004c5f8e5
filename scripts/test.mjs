// npm test: installs missing packages, builds, checks, and runs every test. Arguments are passed to vitest.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installMissing } from './install.mjs';

process.chdir(join(dirname(fileURLToPath(import.meta.url)), '..'));

const took = [];
const failed = [];

function step(name, work) {
  const begin = performance.now();
  const good = work();
  took.push([name, (performance.now() - begin) / 1000]);
  if (!good) failed.push(name);
  return good;
}

function node(...args) {
  return spawnSync(process.execPath, args, { stdio: 'inherit' }).status === 0;
}

function finish() {
  for (const [name, seconds] of took) console.log(`${seconds.toFixed(1).padStart(7)} s  ${name}`);
  if (failed.length > 0) console.error(`failed: ${failed.join(', ')}`);
  process.exit(failed.length > 0 ? 1 : 0);
}

// If one of these fails, the results of later steps mean nothing; the checks after them all run.
if (!step('install', installMissing)) finish();
if (!step('build', () => node('scripts/build.mjs'))) finish();
step('lint and format', () => node('node_modules/@biomejs/biome/bin/biome', 'check', '.'));
step('import directions', () => node('scripts/check-imports.mjs'));
step('lengths of files', () => node('scripts/check-lengths.mjs'));
step('unused exports and dependencies', () => node('node_modules/knip/bin/knip.js'));
step('types of the tests', () => node('node_modules/typescript/bin/tsc', '-p', 'tests'));
step('tests', () => node('node_modules/vitest/vitest.mjs', 'run', ...process.argv.slice(2)));
finish();
