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
  /**
   * false: `address` is a pooler that gives a server session to each transaction (PgBouncer in transaction mode), so
   * nothing may outlive a transaction: no prepared statements, settings, advisory locks of a session, LISTEN.
   */
  readonly prepared?: boolean;
  /** The server itself, for what needs a session, if `address` is such a pooler. */
  readonly direct?: DatabaseAddress;
  /** Maximum number of connections; default 10. */
  readonly max?: number;
  /** Schema of unqualified names; by default the server's search path. */
  readonly schema?: string;
  readonly applicationName?: string;
  /** Longest wait for a connection; 10000 ms by default. */
  readonly connectTimeoutMs?: number;
  /**
   * Statement timeout; 30000 ms by default, 0 for none. Connections of `db` on which a statement is not answered a few
   * seconds later are ended. Sessions of `pool` have no such limit: they may set another timeout.
   */
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
  readonly reserveDb: Kysely<Database>;
  /** The options with which it was opened, for code that needs separate connections. */
  readonly options: DatabaseOptions;
  /** Ends the connections of `pool` that are in use, because the server is lost: no statement waits for it any longer. */
  endUsed(): void;
  close(): Promise<void>;
}

/** Of statements. */
const TIMEOUT_MS = 30_000;
/** From the timeout of a statement until the server has said so. */
const ANSWER_MS = 5_000;
/**
 * The operating system asks after an idle connection that often, and ends it when ten questions, a second apart, are not
 * answered. By default it would ask after two hours.
 */
const KEEP_ALIVE_MS = 10_000;

const SCHEMA_NAME = /^[a-z_][a-z0-9_]*$/;

/**
 * Without JIT: the planner estimates a look-up per row of a long list at far more than it costs, and to compile such a
 * statement takes 50 to 150 ms, for rows that are read in five.
 */
const COMMON_OPTIONS = '-c TimeZone=UTC -c jit=off';

function sessionOptions(schema: string | undefined): string {
  if (schema === undefined) return COMMON_OPTIONS;
  if (!SCHEMA_NAME.test(schema)) throw new TypeError(`not a schema name: ${schema}`);
  return `${COMMON_OPTIONS} -c search_path=${schema}`;
}

/** Settings with which sessions start. A pooler refuses them, and the account has them instead: see docs/scale.md. */
function sessionSettings({ prepared = true, schema, statementTimeoutMs = TIMEOUT_MS }: DatabaseOptions) {
  if (!prepared) return {};
  return {
    options: sessionOptions(schema),
    statement_timeout: statementTimeoutMs,
    // A transaction abandoned by its process would otherwise keep its row locks forever.
    idle_in_transaction_session_timeout: 60_000,
  };
}

/** The same database with sessions of its own. */
export function directly({ direct, ...options }: DatabaseOptions): DatabaseOptions {
  return direct === undefined ? options : { ...options, address: direct, prepared: true };
}

function openPool(options: DatabaseOptions, max: number): pg.Pool {
  const pool = new pg.Pool({
    ...options.address,
    max,
    ...sessionSettings(options),
    application_name: options.applicationName ?? 'cinnabar',
    connectionTimeoutMillis: options.connectTimeoutMs ?? 10_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
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
  const { prepared = true, schema, around, statementTimeoutMs = TIMEOUT_MS } = options;
  if (!prepared && schema !== undefined) throw new TypeError('a pooler of transactions keeps no search path');
  const pool = openPool(options, options.max ?? 10);
  // A pooler, too, may be waiting for the transactions of those who wait for it.
  const reserve = openPool(directly(options), 1);
  const names = createStatementNames(prepared ? undefined : 0);
  const answerMs = statementTimeoutMs === 0 ? null : statementTimeoutMs + ANSWER_MS;
  const ofReserve = { names: createStatementNames(), answerMs };
  const db = new Kysely<Database>({ dialect: new PreparingDialect(pool, { names, answerMs, around }) });
  const used = new Set<pg.PoolClient>();
  pool.on('acquire', (client) => used.add(client));
  pool.on('release', (_error, client) => used.delete(client));
  let closing: Promise<void> | undefined;

  async function endPools(): Promise<void> {
    await Promise.all([pool.end(), reserve.end()]);
  }

  return Object.freeze({
    db,
    pool,
    reserveDb: new Kysely<Database>({ dialect: new PreparingDialect(reserve, ofReserve) }),
    options,
    endUsed() {
      for (const client of used) void client.end();
    },
    close() {
      closing ??= endPools();
      return closing;
    },
  });
}
