// Duration of docs/quick-start.md from the clone to the signed PDF: runs its commands verbatim in an empty folder.
// Reading and typing are not included, and packages in npm's cache are not downloaded again.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { printTable } from './support/statistics.mjs';

const repository = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'cinnabar-bench-quick-start-'));
const clone = join(folder, 'cinnabar');
const port = await freePort();
const env = { ...process.env, PORT: String(port) };
// The reader of the quick start has the bundled database.
delete env['DATABASE_URL'];
const rows = [];
const begin = performance.now();
let service = null;

try {
  timed('git clone', () => must('git', ['clone', '--quiet', repository, clone], folder));
  const start = performance.now();
  service = spawn('npm', ['start'], { cwd: clone, env, stdio: 'ignore', detached: true });
  await ready();
  rows.push(['npm start, until it listens', seconds(start)]);
  const guide = readFileSync(join(clone, 'docs/quick-start.md'), 'utf8');
  const blocks = [...guide.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, block]) => block).slice(1);
  const script = blocks.join('\n').replaceAll('127.0.0.1:3000', `127.0.0.1:${port}`);
  timed('tokens, upload, start, two signatures, download', () => must('bash', ['-eu', '-c', script], clone));
  rows.push(['**from clone to signed PDF**', seconds(begin)]);
  if (statSync(join(clone, 'contract-signed.pdf')).size < 10_000) throw new Error('there is no signed PDF');
  printTable(['step of the quick start', 's'], rows);
} finally {
  if (service?.pid !== undefined) {
    const ended = new Promise((resolve) => service.once('exit', resolve));
    process.kill(-service.pid, 'SIGTERM');
    await ended;
    // The database stops shortly after npm.
    await new Promise((resolve) => setTimeout(resolve, 5000));
  }
  rmSync(folder, { recursive: true, force: true });
}

function timed(step, work) {
  const from = performance.now();
  work();
  rows.push([step, seconds(from)]);
}

function must(program, args, cwd) {
  const { status, stderr } = spawnSync(program, args, { cwd, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} failed: ${stderr}`);
}

async function ready() {
  for (;;) {
    if (service.exitCode !== null) throw new Error('npm start exited');
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function seconds(from) {
  return ((performance.now() - from) / 1000).toFixed(1);
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = probe.address();
      probe.close(() => resolve(free));
    });
  });
}
