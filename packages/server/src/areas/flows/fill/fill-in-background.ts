import type { FlowId } from '@cinnabar/api/schemas/flow.js';
import type { Db } from '../../../database/schema.js';
import { transact } from '../../../database/transact.js';
import type { CorpId } from '../../../operation/context.js';
import type { Services } from '../../../operation/services.js';
import { commitFlow } from '../commit/commit-flow.js';
import { type Flow, FlowStatus } from '../flow/flow.js';
import { changeOf } from '../flow/rules/decision.js';
import { isPastDeadline } from '../flow/rules/states.js';
import { loadFlow } from '../flow/store/load-flow.js';
import { withPreparedFiles } from './prepare-files.js';
import { decideOwnFilling, unfilledOwnParts } from './rules/filling.js';

/** AutoFill.inBackground: ends the initiating enterprise's turns as far as the values given at the start allow. */
export async function fillInBackground(
  db: Db,
  services: Pick<Services, 'documents' | 'blobs'>,
  corpId: CorpId,
  flowId: FlowId,
  now: Date,
): Promise<void> {
  const flow = await loadFlow(db, corpId, flowId);
  if (flow === null || flow.status !== FlowStatus.fill || isPastDeadline(flow, now)) return;
  const owners = unfilledOwnParts(flow);
  if (owners.length === 0) return;
  const request = { actor: platformActor(flow), values: new Map(), now };
  const filling = changeOf(decideOwnFilling(flow, request));
  if (filling.finished.length < owners.length) return;
  const change = await withPreparedFiles({ services, db }, filling);
  await transact(db, (tx) => commitFlow(tx, flow, change, now));
}

/** The actor is the initiator, who requested it at the start; the platform only carries it out. */
function platformActor(flow: Flow) {
  return {
    userId: flow.initiatorId,
    name: flow.initiatorName,
    corpId: flow.corpId,
    appId: '',
    source: null,
    address: '',
    device: null,
    requestId: 'autoFill',
  };
}
