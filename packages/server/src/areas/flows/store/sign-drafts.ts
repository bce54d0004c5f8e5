/** What somebody has placed on the sign page and not signed yet: it survives a face check and a change of devices. */
import type { FlowId, ParticipantId } from '@cinnabar/api/schemas/flow.js';
import type { CorpId, UserId } from '../../../context.js';
import { toJson } from '../../../database/json.js';
import type { Db, Tx } from '../../../database/schema.js';
import { type Flow, FlowStatus, SignStatus } from '../flow.js';

export interface SignDraftOf {
  readonly corpId: CorpId;
  readonly flowId: FlowId;
  readonly participantId: ParticipantId;
  readonly userId: UserId;
}

/** The page's own words: nothing is signed by them. The last one to come counts. */
export async function keepSignDraft(db: Db, of: SignDraftOf, draft: string, now: Date): Promise<void> {
  const kept = { draft: toJson(draft), updated_at: now };
  await db
    .insertInto('sign_drafts')
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

export async function findSignDraft(db: Db, of: SignDraftOf): Promise<string | null> {
  const row = await db
    .selectFrom('sign_drafts')
    .select('draft')
    .where('corp_id', '=', of.corpId)
    .where('flow_id', '=', of.flowId)
    .where('participant_id', '=', of.participantId)
    .where('user_id', '=', of.userId)
    .executeTakeFirst();
  return typeof row?.draft === 'string' ? row.draft : null;
}

/** After every commit of a flow: a draft ends with the part that it was for, also where somebody else has taken it. */
export async function endNeedlessSignDrafts(tx: Tx, flow: Flow): Promise<void> {
  // Nobody places anything before there is something to sign.
  if (flow.status === FlowStatus.draft || flow.status === FlowStatus.fill) return;
  const open =
    flow.status === FlowStatus.signing && flow.deletedAt === null
      ? flow.participants.filter(({ signStatus }) => signStatus === SignStatus.signing)
      : [];
  await tx
    .deleteFrom('sign_drafts')
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
