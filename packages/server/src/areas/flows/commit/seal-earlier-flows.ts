import type { FlowId } from '@cinnabar/api/schemas/flow.js';
import type { Db, Tx } from '../../../database/schema.js';
import { transact } from '../../../database/transact.js';
import type { CorpId } from '../../../operation/context.js';
import { sealApprovalsOf } from '../approval/store/approval-texts.js';
import type { Flow } from '../flow/flow.js';
import { sealAttachmentsOf } from '../flow/store/attachments.js';
import { sealStoredFlow } from '../flow/store/flow-texts.js';
import { loadFlow } from '../flow/store/load-flow.js';
import { sealDraftsOf } from '../flow/store/page-drafts.js';
import { sealPlaceDraftOf } from '../flow/store/place-drafts.js';
import { writeInbox } from './store/inbox.js';

/** Flows read at a time. */
const BATCH = 100;

/**
 * Encrypts the texts of encrypted flows that earlier versions stored unencrypted, at startup before anything else can
 * commit to them. Their events are immutable and stay as they are.
 * @returns the number of flows
 */
export async function sealEarlierFlows(db: Db): Promise<number> {
  for (let count = 0; ; ) {
    const found = await db
      .selectFrom('flows')
      .select(['corp_id', 'flow_id'])
      .where('encrypted', '=', true)
      .where('sealed', 'is', null)
      .limit(BATCH)
      .execute();
    if (found.length === 0) return count;
    for (const row of found) await transact(db, (tx) => sealFlow(tx, row.corp_id, row.flow_id));
    count += found.length;
  }
}

async function sealFlow(tx: Tx, corpId: CorpId, flowId: FlowId): Promise<void> {
  // Two processes may start at once.
  const row = await tx
    .selectFrom('flows')
    .select('sealed')
    .where('corp_id', '=', corpId)
    .where('flow_id', '=', flowId)
    .forUpdate()
    .executeTakeFirst();
  const flow: Flow | null = row?.sealed === null ? await loadFlow(tx, corpId, flowId) : null;
  if (flow === null) return;
  await sealStoredFlow(tx, flow);
  await sealAttachmentsOf(tx, flow);
  await sealApprovalsOf(tx, flow);
  await sealDraftsOf(tx, flow);
  await sealPlaceDraftOf(tx, flow);
  await writeInbox(tx, flow);
}
