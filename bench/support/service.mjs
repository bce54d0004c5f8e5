// The service as started by `npm start`: a separate process in sandbox mode with the demo data and a database of its
// own, in the bundled server or in that of DATABASE_URL.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '@cinnabar/server/database/connect.js';
import { postmasterOf, startDatabase } from './database.mjs';

const ownRoot = fileURLToPath(new URL('../..', import.meta.url));
const counter = fileURLToPath(new URL('./count-statements.mjs', import.meta.url));

/**
 * Starts database and service. `demo` is the content of demo.json; `statement` runs SQL on the service's database.
 * @param settings additional environment variables of the service
 * @param nodeOptions flags of its process
 * @param root folder of the built repository whose service is started
 * @param processes of the service, with one database and one folder
 * @param counting `total` or `attributed`: `counts` then returns [source, kind, text, count] of its statements
 * @param dataDir an existing folder, which stays; by default a new one, removed with the service
 */
export async function startService({
  settings = {},
  nodeOptions = [],
  root = ownRoot,
  processes = 1,
  counting = null,
  dataDir = null,
} = {}) {
  const folder = dataDir ?? mkdtempSync(join(tmpdir(), 'cinnabar-bench-'));
  // Started here instead of by the service, so that other servers of a benchmark can share it.
  const { address, end: endDatabase } = await startDatabase(folder);
  // Preparing a benchmark may take longer than the limit for a request.
  const database = openDatabase({ address, max: 2, statementTimeoutMs: 0 });
  const logFile = join(folder, 'service.log');
  const output = openSync(logFile, 'w');
  const options = counting === null ? nodeOptions : ['--import', counter, ...nodeOptions];
  const ports = [];
  while (ports.length < processes) ports.push(await freePort());
  const [baseUrl, ...otherUrls] = ports.map((port) => `http://127.0.0.1:${port}`);
  const begin = (port) =>
    spawn(process.execPath, [...options, mainOf(root)], {
      stdio: ['ignore', output, output, ...(counting === null ? [] : ['ipc'])],
      env: {
        ...process.env,
        PORT: String(port),
        ...(processes === 1 ? {} : { BASE_URL: baseUrl }),
        DATA_DIR: folder,
        DATABASE_URL: connectionString(address),
        ...(counting === 'attributed' ? { BENCH_ATTRIBUTE: 'yes' } : {}),
        ...settings,
      },
    });
  const child = begin(ports[0]);
  const others = [];

  async function stop() {
    const running = [child, ...others].filter(
      ({ exitCode, signalCode }) => exitCode === null && signalCode === null,
    );
    const ended = running.map((each) => once(each, 'exit'));
    for (const each of running) each.kill('SIGTERM');
    await Promise.all(ended);
    closeSync(output);
    await database.close();
    await endDatabase();
    if (dataDir === null) rmSync(folder, { recursive: true, force: true });
  }

  try {
    await serving(baseUrl, child);
    for (const [index, otherUrl] of otherUrls.entries()) {
      others.push(begin(ports[index + 1]));
      await serving(otherUrl, others[index]);
    }
  } catch (error) {
    console.error(readFileSync(logFile, 'utf8').slice(-4000));
    await stop();
    throw error;
  }
  const [{ version, backend }] = await statement(
    "select current_setting('server_version') as version, pg_backend_pid() as backend",
  );
  return {
    baseUrl,
    address,
    pid: child.pid,
    processes: [child, ...others].map(({ pid }, index) => ({ pid, baseUrl: [baseUrl, ...otherUrls][index] })),
    /** The postmaster; null if the server may run on another machine. */
    databasePid: postmasterOf(address, backend),
    databaseVersion: version,
    demo: JSON.parse(readFileSync(join(folder, 'demo.json'), 'utf8')),
    statement,
    counts,
    stop,
  };

  function counts() {
    return new Promise((resolve) => {
      child.once('message', resolve);
      child.send('counts');
    });
  }

  async function statement(text, values = []) {
    return (await database.pool.query(text, values)).rows;
  }
}

/** Earlier versions have their entry elsewhere. */
function mainOf(root) {
  const main = join(root, 'packages/server/dist/composition/main.js');
  return existsSync(main) ? main : join(root, 'packages/server/dist/main.js');
}

async function serving(baseUrl, child) {
  const until = Date.now() + 60_000;
  while (Date.now() < until && child.exitCode === null) {
    const answer = await fetch(`${baseUrl}/healthz`).catch(() => null);
    if (answer?.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the service does not respond');
}

function connectionString(address) {
  if ('connectionString' in address) return address.connectionString;
  return `postgresql://${address.user}@${encodeURIComponent(address.host)}:${address.port}/${address.database}`;
}

/** Links contain the port, so it must be known before the service is created. */
export function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
