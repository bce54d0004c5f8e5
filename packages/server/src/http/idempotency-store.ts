/** All SQL of repeated requests. */
import { sql } from 'kysely';
import { type Removed, removeCounted } from '../database/remove-counted.js';
import type { Db, Tx } from '../database/schema.js';

/** One request's lock on a key. `createdAt` distinguishes it from an earlier lock whose process died. */
export interface Claim {
  readonly appId: string;
  readonly key: string;
  readonly createdAt: Date;
}

export interface KeptAnswer {
  readonly status: number;
  readonly body: string;
}

export interface KnownKey {
  readonly bodyHash: Uint8Array;
  readonly state: 'running' | 'done';
  readonly answer: KeptAnswer | null;
}

export interface Taking {
  readonly operation: string;
  readonly bodyHash: Uint8Array;
  readonly lease: Date;
  /** Entries that are older have expired. */
  readonly keptSince: Date;
  /** A lease that ends later is void. */
  readonly latestLease: Date;
}

/** Takes the key if it is free, if its entry has expired, or if its holder neither committed nor has a valid lease. */
export async function takeKey(db: Db, claim: Claim, taking: Taking): Promise<boolean> {
  const { operation, bodyHash, lease, keptSince, latestLease } = taking;
  const result = await sql<{ key: string }>`
    insert into idempotency_keys (app_id, key, operation, body_hash, state, created_at, lease)
    values (${claim.appId}, ${claim.key}, ${operation}, ${bodyHash}, 'running',
            ${claim.createdAt}, ${lease})
    on conflict (app_id, key) do update
      set operation = excluded.operation, body_hash = excluded.body_hash, state = 'running', committed = false,
          status = null, body = null, created_at = excluded.created_at, lease = excluded.lease
      where idempotency_keys.created_at < ${keptSince}
         or (idempotency_keys.state = 'running' and not idempotency_keys.committed
             and (idempotency_keys.lease < ${claim.createdAt} or idempotency_keys.lease > ${latestLease}))
    returning key
  `.execute(db);
  return result.rows.length === 1;
}

export async function findKey(db: Db, appId: string, key: string): Promise<KnownKey | null> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'state', 'status', 'body'])
    .where('app_id', '=', appId)
    .where('key', '=', key)
    .executeTakeFirst();
  if (row === undefined) return null;
  const kept = row.status === null || row.body === null ? null : { status: row.status, body: row.body };
  return { bodyHash: row.body_hash, state: row.state, answer: kept };
}

/** Stores the answer; false if the key has been lost. */
export async function keepAnswer(
  db: Db | Tx,
  claim: Claim,
  answer: KeptAnswer,
  committed: boolean,
): Promise<boolean> {
  const result = await db
    .updateTable('idempotency_keys')
    .set({ state: 'done', committed, status: answer.status, body: answer.body })
    .where('app_id', '=', claim.appId)
    .where('key', '=', claim.key)
    .where('created_at', '=', claim.createdAt)
    .where('state', '=', 'running')
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export async function renewLease(db: Db, claim: Claim, lease: Date): Promise<void> {
  await db
    .updateTable('idempotency_keys')
    .set({ lease })
    .where('app_id', '=', claim.appId)
    .where('key', '=', claim.key)
    .where('created_at', '=', claim.createdAt)
    .where('state', '=', 'running')
    .execute();
}

/** Frees the key, unless its act has been committed. */
export async function freeKey(db: Db, claim: Claim): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('app_id', '=', claim.appId)
    .where('key', '=', claim.key)
    .where('created_at', '=', claim.createdAt)
    .where('state', '=', 'running')
    .execute();
}

/** Deletes expired keys. */
export function removeOldKeys(db: Db, keptSince: Date): Promise<Removed> {
  return removeCounted(db, 'idempotency_keys', 'created_at', sql`created_at < ${keptSince}`);
}
