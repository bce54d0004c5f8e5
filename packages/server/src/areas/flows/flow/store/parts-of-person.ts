import type { FlowId, ParticipantId } from '@cinnabar/api/schemas/flow.js';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../../../database/schema.js';
import type { CorpId, UserId } from '../../../../operation/context.js';

export interface PartOfPerson {
  /** The initiating enterprise. */
  readonly corpId: CorpId;
  readonly flowId: FlowId;
  readonly participantId: ParticipantId;
}

/** A part, and the person who is to act in it. */
export interface ActingPart extends PartOfPerson {
  readonly userId: UserId;
}

/** A person's parts in these flows, for an enterprise and for themselves. */
export async function partsOfPerson(
  db: Db,
  who: { readonly userId: UserId; readonly corpId: CorpId },
  flowIds: readonly number[],
): Promise<readonly PartOfPerson[]> {
  const rows = await db
    .selectFrom('flow_inbox as inbox')
    .innerJoin('flow_participants as part', (join) =>
      join
        .onRef('part.corp_id', '=', 'inbox.owner_corp_id')
        .onRef('part.flow_id', '=', 'inbox.flow_id')
        .onRef('part.psn_id', '=', 'inbox.user_id'),
    )
    .select(['part.corp_id', 'part.flow_id', 'part.participant_id'])
    .distinct()
    .where('inbox.viewer_corp_id', 'in', [who.corpId, 0])
    .where('inbox.user_id', '=', who.userId)
    .where(sql<SqlBool>`inbox.flow_id = any(${flowIds}::bigint[])`)
    .orderBy('part.flow_id')
    .orderBy('part.participant_id')
    .execute();
  return rows.map((row) => ({
    corpId: row.corp_id,
    flowId: row.flow_id,
    participantId: row.participant_id,
  }));
}

/** The parts that a member holds for the enterprise alone in a flow that is neither encrypted nor confidential. */
export async function partsOfMember(
  db: Db,
  who: { readonly userId: UserId; readonly corpId: CorpId },
  flowId: FlowId,
): Promise<readonly PartOfPerson[]> {
  const parts = await partsOfPerson(db, who, [flowId]);
  const rows = await db
    .selectFrom('flow_participants as part')
    .innerJoin('flows as flow', (join) =>
      join.onRef('flow.corp_id', '=', 'part.corp_id').onRef('flow.flow_id', '=', 'part.flow_id'),
    )
    .select('part.participant_id')
    .where('part.flow_id', '=', flowId)
    .where('part.type', '=', 'enterprise')
    .where('flow.encrypted', '=', false)
    .where('flow.confidential', '=', false)
    .execute();
  return parts.filter(({ participantId }) => rows.some((row) => row.participant_id === participantId));
}
