import { type Insertable, sql } from 'kysely';
import {
  executeGathered,
  gate,
  insertRows,
  openGate,
  quoted,
  type Write,
} from '../../../../database/gathered-writes.js';
import { toJson } from '../../../../database/json.js';
import type { Tx } from '../../../../database/schema.js';
import type { FlowInboxTable } from '../../../../database/tables/flows.js';
import { approversAwaited } from '../../approval/store/approvals.js';
import type { Flow } from '../../flow/flow.js';
import { flowDescription } from '../../flow/flow-description.js';
import { type Approver, type InboxRow, inboxRows } from '../../flow/rules/inbox-rows.js';
import { progressOf } from '../../flow/rules/progress.js';
import type { AwaitedApprover } from '../../flow/rules/waiting.js';
import { openly } from '../../flow/store/flow-texts.js';
import { sealInbox } from '../../flow/store/inbox-texts.js';

/** Updates the inbox rows of every viewer to the flow's present state and approvals, in the flow's transaction. */
export async function writeInbox(tx: Tx, after: Flow): Promise<void> {
  const writes = await inboxWrites(tx, 'unknown', after, await approversAwaited(tx, after));
  await executeGathered(tx, openGate, writes);
}

/**
 * @param before the state whose rows are stored; null: none are
 * @param approvers of the flow's open approvals
 */
export async function inboxWrites(
  tx: Tx,
  before: Flow | 'unknown' | null,
  after: Flow,
  approvers: readonly (Approver & AwaitedApprover)[],
): Promise<readonly Write[]> {
  const rows = inboxRows(after, approvers);
  const { signers, signed, waiting, waitingSince } = progressOf(after, approvers);
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
    template_id: after.templateId,
    signers,
    signed,
    waiting: waiting.length === 0 ? null : toJson(waiting),
    waiting_since: waitingSince,
    reminded_at: after.remindedAt,
  };
  const mayLose = before === 'unknown' || mayLoseViewers(before, rows);
  return [...upsertRows(rows, shared), ...(mayLose ? [formerViewers(after, rows)] : [])];
}

/** Whether somebody may have a row who is not among these. Rows of approvers depend on more than the flow. */
function mayLoseViewers(before: Flow | null, rows: readonly InboxRow[]): boolean {
  if (before === null) return false;
  if (before.hasOpenApprovals) return true;
  const kept = new Set(rows.map(viewerKey));
  return inboxRows(before, []).some((row) => !kept.has(viewerKey(row)));
}

function viewerKey({ viewerCorpId, userId }: InboxRow): string {
  return `${viewerCorpId} ${userId}`;
}

type SharedColumns = Omit<
  Insertable<FlowInboxTable>,
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

function upsertRows(rows: readonly InboxRow[], shared: SharedColumns): readonly Write[] {
  return insertRows(
    'flow_inbox',
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
    { json: ['waiting'], onConflict: replaceChangeable },
  );
}

const changeable = [
  ...[
    'title',
    'status',
    'description',
    'sealed',
    'initiated',
    'takes_part',
    'copied',
    'my_turn',
    'my_unfinished',
  ],
  ...[
    'operate_status',
    'started_at',
    'finished_at',
    'deadline',
    'signer_mobiles',
    'signer_corps',
    'signer_names',
  ],
  ...['template_id', 'signers', 'signed', 'waiting', 'waiting_since', 'reminded_at'],
];

const replaceChangeable = sql`on conflict (viewer_corp_id, user_id, flow_id) do update set ${sql.raw(
  changeable.map((column) => `${quoted(column)} = excluded.${quoted(column)}`).join(', '),
)}`;

/** Deletes the rows of viewers who had one before and have none in the new state. */
function formerViewers({ flowId }: Pick<Flow, 'flowId'>, rows: readonly InboxRow[]): Write {
  const corps = rows.map(({ viewerCorpId }) => viewerCorpId);
  const users = rows.map(({ userId }) => userId);
  return {
    name: 'former_viewers',
    body: sql`delete from flow_inbox using ${gate}
      where flow_id = ${flowId} and not (viewer_corp_id, user_id) in (
        select * from unnest(${corps}::bigint[], ${users}::bigint[])
      )`,
  };
}
