/**
 * Backup and restore of a database and files, against copying what the backup has written, with `cp -r` and `sync` in the same
 * run. The files are contracts that two parties have signed over HTTP before, each with a scan of 1 MB; BENCH_CONTRACTS sets
 * their number, and BENCH_ROWS that of additional rows of the audit. `npm run bench -- backup`
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { runCommandLine } from '@cinnabar/cli/command-line.js';
import { openPlatform } from '@cinnabar/cli/open-platform.js';
import { readConfig } from '@cinnabar/server/settings/read-config.js';
import { makeTemplate, openEnterprises, openLanes } from './support/parties.mjs';
import { playFlow } from './support/play-flow.mjs';
import { scan } from './support/scan.mjs';
import { startService } from './support/service.mjs';
import { printTable } from './support/statistics.mjs';

const ROWS = Number(process.env['BENCH_ROWS'] ?? 500_000);
const CONTRACTS = Number(process.env['BENCH_CONTRACTS'] ?? 300);
/** Contracts in work at once. */
const LANES = 4;
const MEBIBYTE = 1024 ** 2;

const ADD_ROWS = `
  insert into audit_entries (corp_id, user_id, app_id, act, object_kind, object_id, after, source, request_id, made_at)
  select 1 + n % 50, n % 5000, 'app', 'seal.modify', 'seal', n % 5000, '{"sealName": "合同专用章"}', 'console',
    md5(n::text), now() - interval '5 years' + n * interval '10 seconds'
  from generate_series(1, $1::bigint) as n`;

// Commands look for the bundled database, and so does the service.
delete process.env['DATABASE_URL'];

const root = mkdtempSync(join(tmpdir(), 'cinnabar-bench-'));
const inRoot = (name) => join(root, name);
const quiet = { stdout: () => undefined, stderr: console.error };

async function signContracts() {
  const service = await startService({ dataDir: inRoot('source') });
  try {
    const enterprises = await openEnterprises(service);
    const template = await makeTemplate(enterprises[0], 1, await scan(1));
    const lanes = await openLanes(service, enterprises, LANES);
    let left = CONTRACTS;
    const playIn = async (sides) => {
      while (left > 0) {
        left -= 1;
        await playFlow(template, sides, 'pwd');
      }
    };
    await Promise.all(lanes.map(playIn));
  } finally {
    await service.stop();
  }
}

async function addRows() {
  const environment = { DATA_DIR: inRoot('source') };
  const platform = await openPlatform(readConfig(environment), { environment, ...quiet });
  const session = await platform.database.pool.connect();
  await session.query('set statement_timeout = 0');
  await session.query(ADD_ROWS, [ROWS]);
  session.release(true);
  await platform.close();
}

/** @returns the seconds that a command took, and what it told */
async function timed(dataDir, ...args) {
  let told = '';
  const began = performance.now();
  const code = await runCommandLine([...args, '--json'], {
    environment: { DATA_DIR: dataDir },
    stdout: (text) => {
      told += text;
    },
    stderr: console.error,
  });
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${told}`);
  return { seconds: (performance.now() - began) / 1000, told: JSON.parse(told) };
}

function timedCopy(from, to) {
  const began = performance.now();
  for (const [program, ...args] of [['cp', '-r', from, to], ['sync']]) {
    const { status } = spawnSync(program, args, { stdio: 'inherit' });
    if (status !== 0) throw new Error(`${program} ended with ${status}`);
  }
  return (performance.now() - began) / 1000;
}

try {
  mkdirSync(inRoot('source'), { mode: 0o700 });
  await signContracts();
  await addRows();
  const sets = inRoot('sets');
  const first = await timed(inRoot('source'), 'backup', '--to', sets);
  const second = await timed(inRoot('source'), 'backup', '--to', sets, '--keep', '1');
  const copied = timedCopy(sets, inRoot('copy'));
  const verified = await timed(inRoot('source'), 'backup', 'verify', '--from', sets);
  mkdirSync(inRoot('target'), { mode: 0o700 });
  copyFileSync(join(inRoot('source'), 'master.key'), join(inRoot('target'), 'master.key'));
  const restored = await timed(inRoot('target'), 'restore', '--from', sets);
  const { rows, tableBytes, files, fileBytes } = first.told;
  const { contracts, signedFiles, undecidedFiles } = restored.told;
  const total = (tableBytes + fileBytes) / MEBIBYTE;
  console.log(
    `${rows} rows (${Math.round(tableBytes / MEBIBYTE)} MiB), ${files} files (${Math.round(fileBytes / MEBIBYTE)} MiB); ` +
      `examined ${contracts} histories and ${signedFiles} signed files, ${undecidedFiles} of them undecided`,
  );
  const row = (name, seconds) => [name, seconds.toFixed(1), Math.round(total / seconds)];
  printTable(
    ['', 's', 'MiB/s'],
    [
      row('copying the same bytes', copied),
      row('backup, everything new', first.seconds),
      row('backup, no new file', second.seconds),
      row('verify', verified.seconds),
      row('restore, with everything examined', restored.seconds),
    ],
  );
} finally {
  rmSync(root, { recursive: true, force: true });
}
