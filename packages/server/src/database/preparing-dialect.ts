import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  PostgresDriver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type pg from 'pg';
import { answeredWithin } from './answered-within.js';
import { isStandby } from './database-away.js';
import type { StatementNames } from './statement-names.js';

/** Runs a statement whose values are not part of its text. */
export type AroundStatement = <T>(text: string, run: () => Promise<T>) => Promise<T>;

/** How statements are sent. */
export interface Sending {
  readonly names: StatementNames;
  /** Longest wait for the answer to a statement, after which its connection is ended; null: none. */
  readonly answerMs: number | null;
  readonly around?: AroundStatement | undefined;
}

const plainly: AroundStatement = (_text, run) => run();

const WRITES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/**
 * Detects “cached plan must not change result type”: another process's migration altered a table that a prepared
 * `select *` of this connection reads.
 */
export function isStalePlan(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || !('routine' in error)) return false;
  return error.code === '0A000' && error.routine === 'RevalidateCachedQuery';
}

/** A statement that is a transaction of its own. */
interface AloneQuery<R> extends CompiledQuery<R> {
  readonly alone: true;
}

/** Marks the only statement of a transaction: it is executed without BEGIN and COMMIT. */
export function aloneIn<R>(query: CompiledQuery<R>): CompiledQuery<R> {
  const marked: AloneQuery<R> = { ...query, alone: true };
  return marked;
}

class PreparingConnection implements DatabaseConnection {
  readonly client: pg.PoolClient;
  readonly #sending: Sending;
  #begin: (() => Promise<void>) | undefined;
  /** The only statement of the transaction has been executed. */
  #isOver = false;
  /** It leads to a server that has been demoted, whose sessions may survive that. */
  isStale = false;

  constructor(client: pg.PoolClient, sending: Sending) {
    this.client = client;
    this.#sending = sending;
  }

  /** Begins a transaction with its first statement, so that an empty one takes no round trips. */
  beginLater(begin: () => Promise<void>): void {
    this.#begin = begin;
  }

  /** Whether the transaction is open; if not, there is nothing to end. */
  isOpen(): boolean {
    const open = this.#begin === undefined && !this.#isOver;
    this.#begin = undefined;
    return open;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const begin = this.#begin;
    if (this.#isOver) throw new Error('the transaction has ended with its only statement');
    if ('alone' in query) {
      if (begin === undefined) throw new Error('the statement is not the first of its transaction');
      this.#begin = undefined;
      this.#isOver = true;
    } else if (begin !== undefined) {
      // Concurrent statements of the transaction are queued behind this one by the driver.
      this.#begin = undefined;
      await begin();
    }
    const { around = plainly, answerMs } = this.#sending;
    const send = () => this.#send({ text: query.sql, values: [...query.parameters] });
    const result = await around(query.sql, () =>
      answerMs === null ? send() : answeredWithin(this.client, answerMs, send),
    );
    const rows: R[] = result.rows ?? [];
    if (!WRITES.has(result.command)) return { rows };
    return { rows, numAffectedRows: BigInt(result.rowCount ?? 0) };
  }

  async #send(query: pg.QueryConfig): Promise<pg.QueryResult> {
    const name = this.#sending.names.nameOf(query.text);
    try {
      return await this.client.query(name === undefined ? query : { name, ...query });
    } catch (error) {
      this.isStale ||= isStandby(error);
      return this.#runAnew(error, query, name);
    }
  }

  /**
   * A statement with a stale plan was not executed, so it can be repeated, unless it was part of a transaction: that has
   * failed, and `transact` repeats it. From now on all connections prepare the statement under a new name.
   */
  async #runAnew(error: unknown, query: pg.QueryConfig, stale: string | undefined): Promise<pg.QueryResult> {
    if (!isStalePlan(error) || stale === undefined) throw error;
    this.#sending.names.replace(query.text, stale);
    try {
      return await this.client.query(query);
    } catch {
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
  readonly #sending: Sending;

  constructor(pool: pg.Pool, sending: Sending) {
    super({ pool });
    this.#pool = pool;
    this.#sending = sending;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return new PreparingConnection(await this.#pool.connect(), this.#sending);
  }

  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    preparing(connection).beginLater(() => super.beginTransaction(connection, settings));
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    if (preparing(connection).isOpen()) await super.commitTransaction(connection);
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (preparing(connection).isOpen()) await super.rollbackTransaction(connection);
  }

  override async releaseConnection(connection: DatabaseConnection): Promise<void> {
    const { client, isStale } = preparing(connection);
    client.release(isStale);
  }
}

function preparing(connection: DatabaseConnection): PreparingConnection {
  if (!(connection instanceof PreparingConnection)) throw new TypeError('a connection of another driver');
  return connection;
}

/** Kysely's PostgreSQL dialect over a pool with named prepared statements. */
export class PreparingDialect extends PostgresDialect {
  readonly #pool: pg.Pool;
  readonly #sending: Sending;

  constructor(pool: pg.Pool, sending: Sending) {
    super({ pool });
    this.#pool = pool;
    this.#sending = sending;
  }

  override createDriver(): Driver {
    return new PreparingDriver(this.#pool, this.#sending);
  }
}
