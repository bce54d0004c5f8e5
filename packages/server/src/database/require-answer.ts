import type { DatabaseAddress, OpenDatabase } from './connect.js';
import { DatabaseError } from './database-error.js';

/**
 * Opens the first connection.
 * @param setting contains the address
 * @throws DatabaseError `unreachable`, with the address and the remedy, and never with the password
 */
export async function requireAnswer(
  { pool, options }: Pick<OpenDatabase, 'pool' | 'options'>,
  setting = 'DATABASE_URL',
): Promise<void> {
  try {
    await pool.query('select 1');
  } catch (error) {
    const problem = problemOf(error).replaceAll('DATABASE_URL', setting);
    const place = describeAddress(options.address, setting);
    throw new DatabaseError('unreachable', `the database at ${place} ${problem}`, { cause: error });
  }
}

function describeAddress(address: DatabaseAddress, setting: string): string {
  if (!('connectionString' in address)) return `${address.host}:${address.port}`;
  try {
    const { host, pathname } = new URL(address.connectionString);
    return decodeURIComponent(`${host}${pathname}`);
  } catch {
    return setting;
  }
}

/** By SQLSTATE, or by error code of the operating system. */
const PROBLEMS: Readonly<Record<string, string>> = {
  ECONNREFUSED:
    'refuses connections: start PostgreSQL there, or correct DATABASE_URL; without an address the bundled database is used',
  ENOTFOUND: 'cannot be found: correct the host name in DATABASE_URL',
  EAI_AGAIN: 'cannot be found: the name server does not answer; correct the host name in DATABASE_URL',
  ETIMEDOUT: 'does not answer: check the host in DATABASE_URL, and firewalls on the way',
  '28P01': 'rejects the password: correct the user and the password in DATABASE_URL',
  '28000': 'rejects this user or machine: check the user in DATABASE_URL, and pg_hba.conf of the server',
  '3D000': 'does not exist on that server: create it, or correct the name in DATABASE_URL',
  '53300': 'has no connection left: raise max_connections of the server, or lower DATABASE_CONNECTIONS',
  '57P03': 'is starting or shutting down: try again in a moment',
};

/** What PgBouncer says of the settings of a session, unless it is told to ignore them. */
const POOLER = /unsupported startup parameter/;
const POOLER_PROBLEM =
  'is a pooler that refuses settings of sessions: in session mode tell it to ignore them, ' +
  'in transaction mode set DATABASE_PREPARED=false and DATABASE_DIRECT_URL; see docs/scale.md';

function problemOf(error: unknown): string {
  const first = error instanceof AggregateError ? error.errors[0] : error;
  if (!(first instanceof Error)) return `does not answer: ${String(first)}`;
  if (POOLER.test(first.message)) return POOLER_PROBLEM;
  const code = 'code' in first ? String(first.code) : '';
  const known = PROBLEMS[/timeout/.test(first.message) ? 'ETIMEDOUT' : code];
  return known ?? `does not answer: ${first.message}`;
}
