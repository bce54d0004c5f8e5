import { type Selectable, sql } from 'kysely';
import type { Tx } from '../../../../database/schema.js';
import type { FlowInboxTable } from '../../../../database/tables/flows.js';
import { approversAwaited } from '../../approval/store/approvals.js';
import type { Flow } from '../../flow/flow.js';
import { flowDescription } from '../../flow/flow-description.js';
import { type InboxRow, inboxRows } from '../../flow/rules/inbox-rows.js';
import { openly } from '../../flow/store/flow-texts.js';
import { sealInbox } from '../../flow/store/inbox-texts.js';

/** Updates the inbox rows of every viewer to the flow's new state, in the transaction of the flow. */
export async function writeInbox(tx: Tx, after: Flow): Promise<void> {
  const rows = inboxRows(after, await approversAwaited(tx, after));
  const texts = { title: after.title, description: flowDescription(after) };
  const shared = {
    flow_id: after.flowId,
    owner_corp_id: after.corpId,
    owner_corp_name: after.corpName,
    flow_code: after.flowCode,
    title: openly(after, texts.title),
    status: after.status,
    description: openly(after, texts.description),
    sealed: after.encrypted ? await sealInbox(tx, after, texts) : null,
    initiator_id: after.initiatorId,
    initiator_name: after.initiatorName,
    confidential: after.confidential,
    source_order_code: after.sourceOrderCode,
    batch_id: after.batchId,
    created_at: after.createTime,
    started_at: after.startTime,
    finished_at: after.finishTime,
    deadline: after.deadline,
    signer_mobiles: after.participants.map((participant) => participant.psnAccount),
    signer_corps: after.participants.map((participant) => participant.corpName),
    signer_names: after.participants.map((participant) => participant.psnName),
  };
  if (rows.length > 0) await upsertRows(tx, rows, shared);
  await removeFormerViewers(tx, after, rows);
}

type SharedColumns = Omit<
  Selectable<FlowInboxTable>,
  | 'folded_title'
  | 'viewer_corp_id'
  | 'user_id'
  | 'initiated'
  | 'takes_part'
  | 'copied'
  | 'my_turn'
  | 'my_unfinished'
  | 'operate_status'
>;

async function upsertRows(tx: Tx, rows: readonly InboxRow[], shared: SharedColumns): Promise<void> {
  await tx
    .insertInto('flow_inbox')
    .values(
      rows.map((row) => ({
        ...shared,
        viewer_corp_id: row.viewerCorpId,
        user_id: row.userId,
        initiated: row.initiated,
        takes_part: row.takesPart,
        copied: row.copied,
        my_turn: row.myTurn,
        my_unfinished: row.myUnfinished,
        operate_status: row.operateStatus,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['viewer_corp_id', 'user_id', 'flow_id']).doUpdateSet((set) => ({
        title: set.ref('excluded.title'),
        status: set.ref('excluded.status'),
        description: set.ref('excluded.description'),
        sealed: set.ref('excluded.sealed'),
        initiated: set.ref('excluded.initiated'),
        takes_part: set.ref('excluded.takes_part'),
        copied: set.ref('excluded.copied'),
        my_turn: set.ref('excluded.my_turn'),
        my_unfinished: set.ref('excluded.my_unfinished'),
        operate_status: set.ref('excluded.operate_status'),
        started_at: set.ref('excluded.started_at'),
        finished_at: set.ref('excluded.finished_at'),
        deadline: set.ref('excluded.deadline'),
        signer_mobiles: set.ref('excluded.signer_mobiles'),
        signer_corps: set.ref('excluded.signer_corps'),
        signer_names: set.ref('excluded.signer_names'),
      })),
    )
    .execute();
}

/** Viewers who had a row before and have none in the new state. */
async function removeFormerViewers(
  tx: Tx,
  { flowId }: Pick<Flow, 'flowId'>,
  rows: readonly InboxRow[],
): Promise<void> {
  const corps = rows.map(({ viewerCorpId }) => viewerCorpId);
  const users = rows.map(({ userId }) => userId);
  await sql`
    delete from flow_inbox
    where flow_id = ${flowId} and not (viewer_corp_id, user_id) in (
      select * from unnest(${corps}::bigint[], ${users}::bigint[])
    )
  `.execute(tx);
}
