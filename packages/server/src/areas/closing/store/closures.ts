/** SQL of closures, and of what closing ends and reopening restores. */

import type { AuthorisationId } from '@cinnabar/api/schemas/seal-author.js';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../database/schema.js';
import type { CorpId } from '../../../operation/context.js';
import type { Corp } from '../../enterprise/index.js';

export interface Closure {
  readonly corpId: CorpId;
  readonly closedAt: Date;
  readonly removeAfter: Date;
  readonly formerStatus: Corp['identStatus'];
  readonly removingAt: Date | null;
  readonly removedAt: Date | null;
  /** Rows that were removed, by table. */
  readonly removed: Readonly<Record<string, number>>;
}

function closures(db: Db | Tx) {
  return db
    .selectFrom('corp_closures')
    .select(['corp_id as corpId', 'closed_at as closedAt', 'remove_after as removeAfter'])
    .select([
      'former_status as formerStatus',
      'removing_at as removingAt',
      'removed_at as removedAt',
      'removed',
    ]);
}

export async function findClosure(db: Db | Tx, corpId: CorpId): Promise<Closure | null> {
  return (await closures(db).where('corp_id', '=', corpId).executeTakeFirst()) ?? null;
}

export async function insertClosure(
  tx: Tx,
  closure: Pick<Closure, 'corpId' | 'closedAt' | 'removeAfter' | 'formerStatus'>,
): Promise<void> {
  await tx
    .insertInto('corp_closures')
    .values({
      corp_id: closure.corpId,
      closed_at: closure.closedAt,
      remove_after: closure.removeAfter,
      former_status: closure.formerStatus,
      former_code: null,
      removing_at: null,
      removed_at: null,
      removed: '{}',
    })
    .execute();
}

/** @returns false if the removal has begun */
export async function deleteClosure(tx: Tx, corpId: CorpId): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('corp_closures')
    .where('corp_id', '=', corpId)
    .where('removing_at', 'is', null)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Members, applications and webhooks: their columns of state, and the one that ends them. */
const ENDED = [
  ['members', 'state', 'deleted'],
  ['applications', 'status', 'disabled'],
  ['webhooks', 'status', 'disabled'],
] as const;

/** Everything by which somebody acts for the enterprise or is told of it. */
export async function endAccess(tx: Tx, corpId: CorpId, now: Date): Promise<void> {
  for (const [table, column, ended] of ENDED) {
    await sql`
      update ${sql.table(table)} set state_when_closed = ${sql.id(column)}, ${sql.id(column)} = ${ended}
      where corp_id = ${corpId} and ${sql.id(column)} <> ${ended}
    `.execute(tx);
  }
  await tx.deleteFrom('access_tokens').where('corp_id', '=', corpId).execute();
  await tx.deleteFrom('console_sessions').where('corp_id', '=', corpId).execute();
  await sql`
    update webhook_deliveries delivery set status = 'withheld', next_at = null from webhooks
    where webhooks.webhook_id = delivery.webhook_id and webhooks.corp_id = ${corpId} and delivery.status = 'pending'
  `.execute(tx);
  await sql`
    delete from link_sessions session using link_grants link
    where link.link_id = session.link_id and link.corp_id = ${corpId}
  `.execute(tx);
  await tx
    .updateTable('link_grants')
    .set({ ended_at: now })
    .where('corp_id', '=', corpId)
    .where('ended_at', 'is', null)
    .execute();
}

/** Reverses endAccess, except for sessions, tokens, links and erased persons. */
export async function restoreAccess(tx: Tx, corpId: CorpId): Promise<void> {
  for (const [table, column] of ENDED) {
    const present =
      table === 'members'
        ? sql`and not exists (
            select from users where users.user_id = members.user_id and users.erased_at is not null
          )`
        : sql``;
    await sql`
      update ${sql.table(table)} set ${sql.id(column)} = state_when_closed, state_when_closed = null
      where corp_id = ${corpId} and state_when_closed is not null ${present}
    `.execute(tx);
  }
}

export async function setStatus(tx: Tx, corpId: CorpId, identStatus: Corp['identStatus']): Promise<void> {
  await tx.updateTable('corps').set({ ident_status: identStatus }).where('corp_id', '=', corpId).execute();
}

/** Authorisations by which the platform places seals by itself. */
export async function automaticAuthorisations(tx: Tx, corpId: CorpId): Promise<readonly AuthorisationId[]> {
  const rows = await tx
    .selectFrom('seal_authorisations')
    .select('authorisation_id')
    .where('corp_id', '=', corpId)
    .where('auto_sign', '=', true)
    .execute();
  return rows.map((row) => row.authorisation_id);
}

/** Marks the closures whose period has ended as irreversible. @returns enterprises to remove, oldest first */
export async function beginRemovals(db: Db, now: Date): Promise<readonly CorpId[]> {
  await db
    .updateTable('corp_closures')
    .set({ removing_at: now })
    .where('remove_after', '<=', now)
    .where('removing_at', 'is', null)
    .execute();
  const rows = await db
    .selectFrom('corp_closures')
    .select('corp_id')
    .where('removing_at', 'is not', null)
    .where('removed_at', 'is', null)
    .orderBy('removing_at')
    .execute();
  return rows.map((row) => row.corp_id);
}

/** Adds to the report of a removal. */
export async function noteRemoved(tx: Tx, corpId: CorpId, table: string, count: number): Promise<void> {
  await sql`
    update corp_closures
    set removed = removed || jsonb_build_object(
      ${table}::text, coalesce((removed ->> ${table}::text)::int, 0) + ${count}::int
    )
    where corp_id = ${corpId}
  `.execute(tx);
}

export async function endRemoval(tx: Tx, corpId: CorpId, now: Date): Promise<void> {
  await tx.updateTable('corp_closures').set({ removed_at: now }).where('corp_id', '=', corpId).execute();
}
