// npm run bench [-- name ...]: installs missing packages, builds, and runs the named benchmarks, or all of them, one
// after another, each in a separate process.
import { spawnSync } from 'node:child_process';
import { arch, availableParallelism, loadavg, platform, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installMissing } from '../scripts/install.mjs';

const benchmarks = [
  'http',
  'sign',
  'verify',
  'documents',
  'pki',
  'keys',
  'flows',
  'starts',
  'lists',
  'audit',
  'pages',
  'canvas',
  'templates',
  'console',
  'webhooks',
  'removal',
  'providers',
  'sdk',
  'flood',
  'memory',
  'day',
  'backup',
  'quick-start',
];

process.chdir(join(dirname(fileURLToPath(import.meta.url)), '..'));
const named = process.argv.slice(2);
const unknown = named.filter((name) => !benchmarks.includes(name));
if (unknown.length > 0) {
  console.error(`no such benchmark: ${unknown.join(', ')}; available: ${benchmarks.join(', ')}`);
  process.exit(2);
}
if (!installMissing()) process.exit(1);
if (!node('scripts/build.mjs')) process.exit(1);

console.log(
  `Node.js ${process.version}, ${platform()} ${arch()}, ${availableParallelism()} cores, ` +
    `${Math.round(totalmem() / 2 ** 30)} GB, load ${loadavg()[0].toFixed(2)} before the first benchmark`,
);
let failed = false;
for (const name of named.length > 0 ? named : benchmarks) {
  console.log(`\n## ${name}\n`);
  if (!node(`bench/${name}.mjs`)) failed = true;
}
process.exit(failed ? 1 : 0);

function node(script) {
  return spawnSync(process.execPath, [script], { stdio: 'inherit' }).status === 0;
}
