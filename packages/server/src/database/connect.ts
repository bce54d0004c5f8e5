import { Kysely } from 'kysely';
import pg from 'pg';
import { PreparingDialect } from './preparing-dialect.js';
import { readResultTypes } from './result-types.js';
import type { Database } from './schema.js';
import { createStatementNames } from './statement-names.js';

/** Location of a database: an address, or the socket folder of the bundled server. */
export type DatabaseAddress =
  | { readonly connectionString: string }
  | {
      /** A host name, or the absolute path of the folder that holds the unix socket. */
      readonly host: string;
      readonly port: number;
      readonly user: string;
      readonly database: string;
      readonly password?: string;
    };

export interface DatabaseOptions {
  readonly address: DatabaseAddress;
  /** Connections at most; default 10. */
  readonly max?: number;
  /** The schema that unqualified names mean; default the server's search path. */
  readonly schema?: string;
  readonly applicationName?: string;
  /** Statement timeout; 30000 ms by default, 0 for none. */
  readonly statementTimeoutMs?: number;
  /** Told of connections that break while nobody uses them, for instance when the server restarts. */
  readonly onConnectionLost?: (error: Error) => void;
}

export interface OpenDatabase {
  readonly db: Kysely<Database>;
  readonly pool: pg.Pool;
  /**
   * One more connection, for what must not wait for a free one in `pool`: ids are taken by callers that already hold
   * a connection, and all of them waiting for each other would be a deadlock that no server can see.
   */
  readonly reserve: pg.Pool;
  /** The same over that connection. */
  readonly reserveDb: Kysely<Database>;
  /** What it was opened with, for who needs connections apart from these. */
  readonly options: DatabaseOptions;
  close(): Promise<void>;
}

const SCHEMA_NAME = /^[a-z_][a-z0-9_]*$/;

function sessionOptions(schema: string | undefined): string {
  const zone = '-c TimeZone=UTC';
  if (schema === undefined) return zone;
  if (!SCHEMA_NAME.test(schema)) throw new TypeError(`not a schema name: ${schema}`);
  return `${zone} -c search_path=${schema}`;
}

function openPool(options: DatabaseOptions, max: number): pg.Pool {
  const pool = new pg.Pool({
    ...options.address,
    max,
    options: sessionOptions(options.schema),
    application_name: options.applicationName ?? 'cinnabar',
    statement_timeout: options.statementTimeoutMs ?? 30_000,
    // A transaction that its process forgot would keep its row locks for ever.
    idle_in_transaction_session_timeout: 60_000,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    types: readResultTypes(),
  });
  const lost = options.onConnectionLost ?? (() => undefined);
  // A connection may also break while it is checked out but between two statements. The driver then emits `error` on
  // the client, and without a listener that ends the process.
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
  });
  pool.on('error', (error) => {
    // A closing pool counts as ended before the server has taken leave of every connection.
    if (!pool.ending) lost(error);
  });
  return pool;
}

/** Opens a pool; the first connection is made by the first statement. */
export function openDatabase(options: DatabaseOptions): OpenDatabase {
  const pool = openPool(options, options.max ?? 10);
  const reserve = openPool(options, 1);
  const db = new Kysely<Database>({ dialect: new PreparingDialect(pool, createStatementNames()) });
  let closing: Promise<void> | undefined;

  async function endPools(): Promise<void> {
    await Promise.all([pool.end(), reserve.end()]);
  }

  return Object.freeze({
    db,
    pool,
    reserve,
    reserveDb: new Kysely<Database>({ dialect: new PreparingDialect(reserve, createStatementNames()) }),
    options,
    close() {
      closing ??= endPools();
      return closing;
    },
  });
}
