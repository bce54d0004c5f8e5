import { Kysely } from 'kysely';
import pg from 'pg';
import { type AroundStatement, PreparingDialect } from './preparing-dialect.js';
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
  /** Maximum number of connections; default 10. */
  readonly max?: number;
  /** Schema of unqualified names; by default the server's search path. */
  readonly schema?: string;
  readonly applicationName?: string;
  /** Statement timeout; 30000 ms by default, 0 for none. */
  readonly statementTimeoutMs?: number;
  /** Called around every statement of `db`, for traces. */
  readonly around?: AroundStatement;
  /** Called for idle connections that break, for instance when the server restarts. */
  readonly onConnectionLost?: (error: Error) => void;
}

export interface OpenDatabase {
  readonly db: Kysely<Database>;
  readonly pool: pg.Pool;
  /**
   * An additional connection, for queries that must not wait for a free one in `pool`: ids are fetched by callers that
   * already hold a connection, and if all of them waited for each other, the server could not detect the deadlock.
   */
  readonly reserve: pg.Pool;
  /** Kysely over `reserve`. */
  readonly reserveDb: Kysely<Database>;
  /** The options with which it was opened, for code that needs separate connections. */
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
    // A transaction abandoned by its process would otherwise keep its row locks forever.
    idle_in_transaction_session_timeout: 60_000,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    types: readResultTypes(),
  });
  const lost = options.onConnectionLost ?? (() => undefined);
  // A connection may also break while it is checked out but idle between two statements. The driver then emits `error`
  // on the client, which without a listener ends the process.
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
  });
  pool.on('error', (error) => {
    // A pool's end() resolves before the server has closed all connections.
    if (!pool.ending) lost(error);
  });
  return pool;
}

/** Opens a pool; the first statement opens the first connection. */
export function openDatabase(options: DatabaseOptions): OpenDatabase {
  const pool = openPool(options, options.max ?? 10);
  const reserve = openPool(options, 1);
  const db = new Kysely<Database>({
    dialect: new PreparingDialect(pool, createStatementNames(), options.around),
  });
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
