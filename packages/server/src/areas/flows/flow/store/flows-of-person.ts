/** Flows of a person, in whichever enterprise they are. */
import { OperateStatus } from '@cinnabar/api/enums.js';
import type { FlowId, ParticipantId } from '@cinnabar/api/schemas/flow.js';
import { sql } from 'kysely';
import type { Db } from '../../../../database/schema.js';
import type { CorpId, UserId } from '../../../../operation/context.js';
import { statusesOf } from '../rules/states.js';

export interface FlowKey {
  readonly corpId: CorpId;
  readonly flowId: FlowId;
}

/** Rows of people who act for themselves have no enterprise. */
export const themselves = 0;

/**
 * Flows in which it is the person's turn (not those that only need their consent), for any of the enterprises; the
 * oldest first.
 */
export async function flowsAwaiting(
  db: Db,
  userId: UserId,
  corpIds: readonly CorpId[],
  limit: number,
): Promise<readonly FlowKey[]> {
  const { rows } = await sql<{ corp_id: CorpId; flow_id: FlowId }>`
    select corp_id, flow_id from (
      select owner_corp_id as corp_id, flow_id, created_at from flow_inbox
        where user_id = ${userId} and my_turn and operate_status <> ${sql.lit(OperateStatus.approval)} and viewer_corp_id = any(${[themselves, ...corpIds]}::bigint[])
      union
      select part.corp_id, part.flow_id, flow.created_at from flow_participants part
        join flows flow on flow.corp_id = part.corp_id and flow.flow_id = part.flow_id
        where part.psn_id = ${userId} and part.type = 'enterprise' and part.participant_corp_id is null
          and flow.status in (${sql.join(statusesOf('open').map((status) => sql.lit(status)))})
          and flow.deleted_at is null
    ) waiting order by created_at, flow_id limit ${limit}
  `.execute(db);
  return rows.map((row) => ({ corpId: row.corp_id, flowId: row.flow_id }));
}

/** The flow of a part that this person holds. */
export async function ownerOfPart(
  db: Db,
  userId: UserId,
  participantId: ParticipantId,
): Promise<FlowKey | null> {
  const row = await db
    .selectFrom('flow_participants')
    .select(['corp_id', 'flow_id'])
    .where('participant_id', '=', participantId)
    .where('psn_id', '=', userId)
    .executeTakeFirst();
  return row === undefined ? null : { corpId: row.corp_id, flowId: row.flow_id };
}

/** The initiating enterprise of a flow of which this person has a copy. */
export async function ownerOfCopy(db: Db, userId: UserId, flowId: FlowId): Promise<CorpId | null> {
  const row = await db
    .selectFrom('flow_inbox')
    .select('owner_corp_id')
    .where('flow_id', '=', flowId)
    .where('user_id', '=', userId)
    .where('copied', '=', true)
    .executeTakeFirst();
  return row?.owner_corp_id ?? null;
}
