/** All SQL of drafts: what people typed on a page before they hand it in. */
import { type Infer, id, list, object, text } from '@cinnabar/api/schema.js';
import type { FlowId, ParticipantId } from '@cinnabar/api/schemas/flow.js';
import type { CorpId, UserId } from '../../../context.js';
import { toJson } from '../../../database/json.js';
import type { Db, Tx } from '../../../database/schema.js';
import { type Flow, FlowStatus } from '../flow.js';

export const draftValues = list(object({ componentId: id<'Component'>(), value: text(0, 20_000) }), {
  max: 1000,
});
export type DraftValues = Infer<typeof draftValues>;

export interface DraftOf {
  readonly corpId: CorpId;
  readonly flowId: FlowId;
  readonly participantId: ParticipantId;
  readonly userId: UserId;
}

/** The last one to come counts: whoever types on two devices sees on both what was typed last. */
export async function keepDraft(db: Db | Tx, of: DraftOf, values: DraftValues, now: Date): Promise<void> {
  const kept = { draft_values: toJson(values), updated_at: now };
  await db
    .insertInto('page_drafts')
    .values({
      corp_id: of.corpId,
      flow_id: of.flowId,
      participant_id: of.participantId,
      user_id: of.userId,
      ...kept,
    })
    .onConflict((conflict) =>
      conflict.columns(['corp_id', 'flow_id', 'participant_id', 'user_id']).doUpdateSet(kept),
    )
    .execute();
}

export async function findDraft(db: Db, of: DraftOf): Promise<DraftValues> {
  const row = await db
    .selectFrom('page_drafts')
    .select('draft_values')
    .where('corp_id', '=', of.corpId)
    .where('flow_id', '=', of.flowId)
    .where('participant_id', '=', of.participantId)
    .where('user_id', '=', of.userId)
    .executeTakeFirst();
  return row === undefined ? [] : draftValues.read(row.draft_values, 'draft_values', { zone: 'UTC' });
}

/** After every commit of a flow: a draft ends with what it was for, also where somebody else has taken that over. */
export async function endNeedlessDrafts(tx: Tx, flow: Flow): Promise<void> {
  const open =
    flow.status === FlowStatus.fill && flow.deletedAt === null
      ? flow.participants.filter(({ filled }) => !filled)
      : [];
  await tx
    .deleteFrom('page_drafts')
    .where('corp_id', '=', flow.corpId)
    .where('flow_id', '=', flow.flowId)
    .where((where) =>
      where.not(
        where.or([
          where.lit(false),
          ...open.map(({ participantId, psnId }) =>
            where.and([where('participant_id', '=', participantId), where('user_id', '=', psnId)]),
          ),
        ]),
      ),
    )
    .execute();
}
