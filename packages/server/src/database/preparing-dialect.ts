import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  PostgresDriver,
  type QueryResult,
} from 'kysely';
import type pg from 'pg';
import type { StatementNames } from './statement-names.js';

const WRITES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/**
 * Detects “cached plan must not change result type”: another process's migration altered a table that a prepared
 * `select *` of this connection reads.
 */
export function isStalePlan(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || !('routine' in error)) return false;
  return error.code === '0A000' && error.routine === 'RevalidateCachedQuery';
}

class PreparingConnection implements DatabaseConnection {
  readonly client: pg.PoolClient;
  readonly #names: StatementNames;
  /** Set if the connection must not be returned to the pool. */
  broken: Error | undefined;

  constructor(client: pg.PoolClient, names: StatementNames) {
    this.client = client;
    this.#names = names;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const name = this.#names.nameOf(query.sql);
    const values = [...query.parameters];
    try {
      const result = await this.client.query(
        name === undefined ? { text: query.sql, values } : { name, text: query.sql, values },
      );
      const rows: R[] = result.rows ?? [];
      if (!WRITES.has(result.command)) return { rows };
      return { rows, numAffectedRows: BigInt(result.rowCount ?? 0) };
    } catch (error) {
      if (error instanceof Error && isStalePlan(error)) this.broken = error;
      throw error;
    }
  }

  // This service uses no cursors: lists use keyset pagination.
  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new TypeError('streaming is not supported: use keyset pagination');
  }
}

class PreparingDriver extends PostgresDriver {
  readonly #pool: pg.Pool;
  readonly #names: StatementNames;

  constructor(pool: pg.Pool, names: StatementNames) {
    super({ pool });
    this.#pool = pool;
    this.#names = names;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return new PreparingConnection(await this.#pool.connect(), this.#names);
  }

  override async releaseConnection(connection: DatabaseConnection): Promise<void> {
    if (!(connection instanceof PreparingConnection)) throw new TypeError('a connection of another driver');
    connection.client.release(connection.broken);
  }
}

/** Kysely's PostgreSQL dialect over a pool with named prepared statements. */
export class PreparingDialect extends PostgresDialect {
  readonly #pool: pg.Pool;
  readonly #names: StatementNames;

  constructor(pool: pg.Pool, names: StatementNames) {
    super({ pool });
    this.#pool = pool;
    this.#names = names;
  }

  override createDriver(): Driver {
    return new PreparingDriver(this.#pool, this.#names);
  }
}
