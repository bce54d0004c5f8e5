// The database of a benchmark: the bundled server, or in the server of DATABASE_URL a database of its own, so that a
// benchmark can start several services. The user of that address must be permitted to create databases.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { openDatabase } from '@cinnabar/server/database/connect.js';
import { startEmbedded } from '@cinnabar/server/database/embedded.js';
import { parentOf } from './processor-time.mjs';

const silent = { info: () => undefined, warn: console.warn, error: console.error };

/**
 * @param dataDir of the bundled server
 * @returns {address, isBundled, end}
 */
export async function startDatabase(dataDir) {
  const given = process.env['DATABASE_URL'];
  if (!given) {
    const server = await startEmbedded({ dataDir, log: silent });
    return { address: server.address, isBundled: true, end: () => server.stop() };
  }
  const name = `cinnabar_bench_${randomBytes(6).toString('hex')}`;
  await execute(given, `create database ${name}`);
  const url = new URL(given);
  url.pathname = name;
  return {
    address: { connectionString: url.href },
    isBundled: false,
    end: () => execute(given, `drop database ${name} with (force)`),
  };
}

async function execute(connectionString, statement) {
  const database = openDatabase({ address: { connectionString }, max: 1, statementTimeoutMs: 0 });
  try {
    await database.pool.query(statement);
  } finally {
    await database.close();
  }
}

/** The postmaster of a session's process; null if the server may run on another machine. */
export function postmasterOf(address, backend) {
  return isLocal(address) && commandOf(backend).startsWith('postgres') ? parentOf(backend) : null;
}

function isLocal(address) {
  if (!('connectionString' in address)) return true;
  const { hostname, searchParams } = new URL(address.connectionString);
  const host = searchParams.get('host') ?? decodeURIComponent(hostname);
  return host === '' || host.startsWith('/') || ['localhost', '127.0.0.1', '[::1]'].includes(host);
}

/** A process of this id may be another one if the server runs in a container. */
function commandOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
