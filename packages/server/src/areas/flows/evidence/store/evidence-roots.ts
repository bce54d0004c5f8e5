/** The daily roots over the histories of all flows. */
import type { FlowId } from '@cinnabar/api/schemas/flow.js';
import type { Timestamp } from '@cinnabar/pki/timestamps/timestamp-source.js';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../../database/schema.js';
import type { CorpId } from '../../../../operation/context.js';
import type { EarlierRoot, HistoryState } from '../rules/evidence-leaves.js';

export interface StoredRoot extends EarlierRoot {
  /** UTC, as `2026-11-21`. */
  readonly day: string;
  readonly leaves: number;
  readonly token: Uint8Array | null;
  readonly timestampTime: Date | null;
  readonly timestampAuthority: string | null;
}

export async function newestRoot(db: Db): Promise<StoredRoot | null> {
  const row = await roots(db).orderBy('number', 'desc').limit(1).executeTakeFirst();
  return row === undefined ? null : storedRoot(row);
}

export async function newestRoots(
  db: Db,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<readonly StoredRoot[]> {
  const rows = await roots(db).orderBy('number', 'desc').limit(limit).offset(offset).execute();
  return rows.map(storedRoot);
}

export async function countRoots(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('evidence_roots')
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Roots without a timestamp, oldest first. */
export async function rootsWithoutTimestamp(db: Db): Promise<readonly StoredRoot[]> {
  const rows = await roots(db).where('token', 'is', null).orderBy('number').execute();
  return rows.map(storedRoot);
}

export async function findRoot(db: Db, number: number): Promise<StoredRoot | null> {
  const row = await roots(db).where('number', '=', number).executeTakeFirst();
  return row === undefined ? null : storedRoot(row);
}

/** The newest tree that contains this flow's history, with its length at that time. */
export async function newestTreeOf(
  db: Db,
  corpId: CorpId,
  flowId: FlowId,
): Promise<{ readonly number: number; readonly position: number } | null> {
  const row = await db
    .selectFrom('evidence_leaves')
    .select(['number', 'position'])
    .where('corp_id', '=', corpId)
    .where('flow_id', '=', flowId)
    .orderBy('event_count', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** The histories of a tree by position, from 1. */
export async function leavesOf(db: Db, number: number): Promise<readonly HistoryState[]> {
  const rows = await db
    .selectFrom('evidence_leaves')
    .select(['flow_id', 'event_count', 'event_head'])
    .where('number', '=', number)
    .orderBy('position')
    .execute();
  return rows.map((row) => ({
    flowId: row.flow_id,
    eventCount: row.event_count,
    eventHead: row.event_head,
  }));
}

/** Serialises the creation of trees: other processes wait, and then find the tree. */
export async function lockRoots(tx: Tx): Promise<void> {
  await sql`lock table evidence_roots in share row exclusive mode`.execute(tx);
}

/** Adds every history that has grown since its last tree to this one. The root is computed afterwards. */
export async function insertTree(
  tx: Tx,
  tree: { readonly number: number; readonly day: string; readonly now: Date },
  rootOf: (histories: readonly HistoryState[]) => string,
): Promise<void> {
  const grown = await tx
    .selectFrom('flows')
    .select(['corp_id', 'flow_id', 'event_count', 'event_head'])
    .where('event_count', '>', 0)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('evidence_leaves')
            .select('position')
            .whereRef('evidence_leaves.corp_id', '=', 'flows.corp_id')
            .whereRef('evidence_leaves.flow_id', '=', 'flows.flow_id')
            .whereRef('evidence_leaves.event_count', '=', 'flows.event_count'),
        ),
      ),
    )
    .orderBy('corp_id')
    .orderBy('flow_id')
    .execute();
  const histories = grown.flatMap((row) =>
    row.event_head === null ? [] : [{ ...row, event_head: row.event_head }],
  );
  const root = rootOf(
    histories.map((row) => ({
      flowId: row.flow_id,
      eventCount: row.event_count,
      eventHead: row.event_head,
    })),
  );
  const { number, day, now } = tree;
  await tx
    .insertInto('evidence_roots')
    .values({ number, day, root, leaves: histories.length + 1, made_at: now })
    .execute();
  for (let from = 0; from < histories.length; from += ROWS_AT_ONCE) {
    await tx
      .insertInto('evidence_leaves')
      .values(
        histories
          .slice(from, from + ROWS_AT_ONCE)
          .map((row, index) => ({ ...row, number, position: from + index + 1 })),
      )
      .execute();
  }
}

export async function keepTimestamp(db: Db, number: number, timestamp: Timestamp): Promise<void> {
  await db
    .updateTable('evidence_roots')
    .set({
      token: timestamp.token,
      timestamp_time: timestamp.time,
      timestamp_authority: timestamp.authority,
    })
    .where('number', '=', number)
    .where('token', 'is', null)
    .execute();
}

/** PostgreSQL accepts at most 65535 parameters. */
const ROWS_AT_ONCE = 5000;

function roots(db: Db) {
  return db
    .selectFrom('evidence_roots')
    .select(['number', 'day', 'root', 'leaves', 'token', 'timestamp_time', 'timestamp_authority']);
}

type RootRow = Awaited<ReturnType<ReturnType<typeof roots>['executeTakeFirstOrThrow']>>;

function storedRoot(row: RootRow): StoredRoot {
  const { number, root, leaves, token, day } = row;
  return {
    number,
    root,
    leaves,
    token,
    day,
    timestampTime: row.timestamp_time,
    timestampAuthority: row.timestamp_authority,
  };
}
