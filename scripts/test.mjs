// npm test: installs missing packages, builds, checks, and runs every test. Arguments are passed to vitest. If they name
// files or tests, only those run after the build: npm test -- tests/rules/links.test.ts
import { spawn, spawnSync } from 'node:child_process';
import { setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installMissing } from './install.mjs';

process.chdir(join(dirname(fileURLToPath(import.meta.url)), '..'));

const forVitest = process.argv.slice(2);
const isSelection = forVitest.some((argument) => !argument.startsWith('-'));

const took = [];
const failed = [];

async function step(name, work) {
  const begin = performance.now();
  const good = await work();
  took.push([name, (performance.now() - begin) / 1000]);
  if (!good) failed.push(name);
  return good;
}

function node(...args) {
  return spawnSync(process.execPath, args, { stdio: 'inherit' }).status === 0;
}

/** Runs beside the tests, at a lower priority; a failure's output is printed at its end. */
function nodeInBackground(...args) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const output = [];
    child.stdout.on('data', (chunk) => output.push(chunk));
    child.stderr.on('data', (chunk) => output.push(chunk));
    if (child.pid !== undefined) setPriority(child.pid, 10);
    child.once('close', (status) => {
      if (status !== 0) process.stdout.write(Buffer.concat(output));
      resolve(status === 0);
    });
  });
}

function runTests() {
  const args = ['node_modules/vitest/vitest.mjs', 'run', ...forVitest];
  return new Promise((resolve) => {
    spawn(process.execPath, args, { stdio: 'inherit' }).once('close', (status) => resolve(status === 0));
  });
}

function finish() {
  for (const [name, seconds] of took) console.log(`${seconds.toFixed(1).padStart(7)} s  ${name}`);
  if (failed.length > 0) console.error(`failed: ${failed.join(', ')}`);
  process.exit(failed.length > 0 ? 1 : 0);
}

const checks = [
  ['lint and format', ['node_modules/@biomejs/biome/bin/biome', 'check', '.']],
  ['import directions', ['scripts/check-imports.mjs']],
  ['lengths of files', ['scripts/check-lengths.mjs']],
  ['unused exports and dependencies', ['node_modules/knip/bin/knip.js']],
  ['types of the tests', ['node_modules/typescript/bin/tsc', '-p', 'tests']],
];

async function check() {
  for (const [name, args] of checks) await step(name, () => nodeInBackground(...args));
}

const plan = isSelection
  ? `Building what has changed, then: vitest run ${forVitest.join(' ')}`
  : 'Building, then every test, and beside them lint, format, imports and types';
console.log(plan);

// If one of these fails, the results of later steps mean nothing; the checks after them all run.
if (!(await step('install', installMissing))) finish();
if (!(await step('build', () => node('scripts/build.mjs')))) finish();
await Promise.all([isSelection ? undefined : check(), step('tests', runTests)]);
finish();
