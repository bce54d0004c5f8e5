import type { FlowId, ParticipantId } from '@cinnabar/api/schemas/flow.js';
import type { Db } from '../../../../database/schema.js';
import type { CorpId, UserId } from '../../../../operation/context.js';
import { FlowStatus, SignStatus } from '../../flow/flow.js';

export interface OtherPart {
  readonly flowId: FlowId;
  readonly participantId: ParticipantId;
}

/** Parts that one person has to sign for one party in flows of one enterprise, the most urgent first. */
export async function otherParts(
  db: Db,
  {
    corpId,
    userId,
    partyCorpId,
    not,
  }: {
    /** The initiating enterprise. */
    readonly corpId: CorpId;
    readonly userId: UserId;
    /** The enterprise for which the person acts; null for themselves. */
    readonly partyCorpId: CorpId | null;
    readonly not: FlowId;
  },
  limit: number,
): Promise<readonly OtherPart[]> {
  const rows = await db
    .selectFrom('flow_participants as part')
    .innerJoin('flows as flow', (join) =>
      join.onRef('flow.corp_id', '=', 'part.corp_id').onRef('flow.flow_id', '=', 'part.flow_id'),
    )
    .select(['part.flow_id', 'part.participant_id'])
    .where('part.corp_id', '=', corpId)
    .where('part.psn_id', '=', userId)
    .where('part.participant_corp_id', partyCorpId === null ? 'is' : '=', partyCorpId)
    .where('part.signs', '=', true)
    .where('part.sign_status', 'in', [SignStatus.signing])
    .where('flow.status', '=', FlowStatus.signing)
    .where('flow.flow_id', '<>', not)
    .orderBy('flow.deadline')
    .orderBy('flow.flow_id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ flowId: row.flow_id, participantId: row.participant_id }));
}
