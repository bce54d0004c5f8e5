/**
 * Backup and restore of a database and files, against copying what the backup has written, with `cp -r` and `sync` in the same
 * run. BENCH_ROWS and BENCH_FILES set other sizes; files have 1 MiB each. `npm run bench -- backup`
 */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { runCommandLine } from '@cinnabar/cli/command-line.js';
import { openPlatform } from '@cinnabar/cli/open-platform.js';
import { openStorage } from '@cinnabar/server/composition/open-storage.js';
import { readConfig } from '@cinnabar/server/settings/read-config.js';
import { EncryptedBlobStore } from '@cinnabar/server/storage/encrypted-blob-store.js';
import { printTable } from './support/statistics.mjs';

const ROWS = Number(process.env['BENCH_ROWS'] ?? 500_000);
const FILES = Number(process.env['BENCH_FILES'] ?? 500);
const MEBIBYTE = 1024 ** 2;

const ADD_ROWS = `
  insert into audit_entries (corp_id, user_id, app_id, act, object_kind, object_id, after, source, request_id, made_at)
  select 1 + n % 50, n % 5000, 'app', 'seal.modify', 'seal', n % 5000, '{"sealName": "合同专用章"}', 'console',
    md5(n::text), now() - interval '5 years' + n * interval '10 seconds'
  from generate_series(1, $1::bigint) as n`;
const ADD_FILE = `
  insert into page_pictures (corp_id, document_hash, page, width, picture_hash, created_at)
  values (1, $1, 1, 800, $1, now())`;

const root = mkdtempSync(join(tmpdir(), 'cinnabar-bench-'));
const inRoot = (name) => join(root, name);
const quiet = { stdout: () => undefined, stderr: console.error };

async function fill() {
  const environment = { DATA_DIR: inRoot('source') };
  const config = readConfig(environment);
  const platform = await openPlatform(config, { environment, ...quiet });
  const { database, services } = platform;
  const blobs = new EncryptedBlobStore({ backend: openStorage(config), envelope: services.envelope });
  const session = await database.pool.connect();
  await session.query('set statement_timeout = 0');
  await session.query(ADD_ROWS, [ROWS]);
  for (let file = 0; file < FILES; file += 1) {
    const { hash } = await blobs.put(1, randomBytes(MEBIBYTE));
    await session.query(ADD_FILE, [hash]);
  }
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
  await fill();
  const sets = inRoot('sets');
  const first = await timed(inRoot('source'), 'backup', '--to', sets);
  const second = await timed(inRoot('source'), 'backup', '--to', sets, '--keep', '1');
  const copied = timedCopy(sets, inRoot('copy'));
  const verified = await timed(inRoot('source'), 'backup', 'verify', '--from', sets);
  mkdirSync(inRoot('target'), { mode: 0o700 });
  copyFileSync(join(inRoot('source'), 'master.key'), join(inRoot('target'), 'master.key'));
  const restored = await timed(inRoot('target'), 'restore', '--from', sets);
  const { rows, tableBytes, files, fileBytes } = first.told;
  const total = (tableBytes + fileBytes) / MEBIBYTE;
  console.log(
    `${rows} rows (${Math.round(tableBytes / MEBIBYTE)} MiB), ${files} files (${Math.round(fileBytes / MEBIBYTE)} MiB)`,
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
