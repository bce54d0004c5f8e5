import type { FlowId, ParticipantId } from '@cinnabar/api/schemas/flow.js';
import { type Insertable, sql } from 'kysely';
import { gatheredByTransaction } from '../../../../database/gathered-by-transaction.js';
import type { Db, Tx } from '../../../../database/schema.js';
import type { FlowNoticesTable } from '../../../../database/tables/flows.js';
import type { CorpId, UserId } from '../../../../operation/context.js';
import type { Flow } from '../flow.js';
import { DEADLINE_NOTICE_MS } from '../rules/notices.js';
import { statusesOf } from '../rules/states.js';

/** Records that a notice was given on this occasion. @returns false if it was recorded before */
export function noteNotice(
  tx: Tx,
  { corpId, flowId }: Pick<Flow, 'corpId' | 'flowId'>,
  occasion: string,
  now: Date,
): Promise<boolean> {
  return noteTogether(tx, { corp_id: corpId, flow_id: flowId, occasion, created_at: now });
}

const noteTogether = gatheredByTransaction(async (tx: Tx, rows: readonly Insertable<FlowNoticesTable>[]) => {
  const added = await tx
    .insertInto('flow_notices')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning(['corp_id', 'flow_id', 'occasion'])
    .execute();
  const named = (row: (typeof added)[number]) => `${row.corp_id} ${row.flow_id} ${row.occasion}`;
  const recorded = new Set(added.map(named));
  // Of equal ones, the first is the one that was recorded.
  return rows.map((row) => recorded.delete(named(row)));
});

type Part = { readonly psnId: UserId | null } & (
  | { readonly participantId: ParticipantId }
  | { readonly copierId: number }
);

function nameOf(part: Part): string {
  return 'participantId' in part ? `${part.participantId}` : `copy ${part.copierId}`;
}

/** Number of changes of each person's mobile. */
export type MobileChanges = (userId: UserId) => number;

/** One occasion for each part, person and mobile; another person or another mobile makes a new one. */
export function unreachedOccasion(part: Part, changes: MobileChanges): string {
  return `unreached ${nameOf(part)} ${personOf(part, changes)}`;
}

/** Like unreachedOccasion, regardless of how many links to the part exist. */
export function disownedOccasion(part: Part, changes: MobileChanges): string {
  return `disowned ${nameOf(part)} ${personOf(part, changes)}`;
}

function personOf({ psnId }: Part, changes: MobileChanges): string {
  const count = psnId === null ? 0 : changes(psnId);
  return count === 0 ? `${psnId}` : `${psnId} ${count}`;
}

/** Which of the occasions have been recorded for the flow. */
export async function notedOccasions(
  db: Db,
  { corpId, flowId }: Pick<Flow, 'corpId' | 'flowId'>,
  occasions: readonly string[],
): Promise<ReadonlySet<string>> {
  if (occasions.length === 0) return new Set();
  const rows = await db
    .selectFrom('flow_notices')
    .select('occasion')
    .where('corp_id', '=', corpId)
    .where('flow_id', '=', flowId)
    .where('occasion', 'in', occasions)
    .execute();
  return new Set(rows.map(({ occasion }) => occasion));
}

/** A moved deadline is a new occasion. */
export function deadlineOccasion(deadline: Date): string {
  return `deadline ${Math.floor(deadline.getTime() / 1000)}`;
}

/**
 * Open flows in all enterprises whose deadline is near and of which nobody has been notified yet, the nearest first. A
 * flow that was started within that period had its notice at the start.
 */
export async function flowsNearDeadline(
  db: Db,
  now: Date,
  limit: number,
): Promise<readonly { readonly corpId: CorpId; readonly flowId: FlowId }[]> {
  const notice = sql`${DEADLINE_NOTICE_MS} * interval '1 millisecond'`;
  const rows = await db
    .selectFrom('flows')
    .select(['corp_id', 'flow_id'])
    .where('status', 'in', statusesOf('open'))
    .where('deadline', '>', now)
    .where('deadline', '<=', new Date(now.getTime() + DEADLINE_NOTICE_MS))
    .where(sql<boolean>`started_at < deadline - ${notice}`)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('flow_notices as given')
            .select('given.flow_id')
            .whereRef('given.corp_id', '=', 'flows.corp_id')
            .whereRef('given.flow_id', '=', 'flows.flow_id')
            .where(
              sql<boolean>`given.occasion = 'deadline ' || floor(extract(epoch from flows.deadline))::bigint`,
            ),
        ),
      ),
    )
    .orderBy('deadline')
    .orderBy('flow_id')
    .limit(limit)
    .execute();
  return rows.map(({ corp_id: corpId, flow_id: flowId }) => ({ corpId, flowId }));
}
