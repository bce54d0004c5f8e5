import type { Tx } from '../../database/schema.js';
import { enqueue } from '../../jobs/queue.js';
import { placesAutomatically } from '../seals/index.js';
import { type Flow, FlowStatus, SignStatus } from './flow.js';
import { turnHolders } from './rules/turns.js';

/**
 * After every commit of a flow: where it is somebody's turn now whose seal the platform places, a job does it. Asked
 * here, so that no way in which a turn begins can be forgotten.
 */
export async function lookForAutomaticTurns(tx: Tx, flow: Flow): Promise<void> {
  if (flow.status !== FlowStatus.signing || flow.deletedAt !== null) return;
  const users = turnHolders(flow)
    .filter(
      ({ type, corpId, signStatus }) =>
        type === 'enterprise' && corpId === flow.corpId && signStatus === SignStatus.signing,
    )
    .map(({ psnId }) => psnId);
  if (users.length === 0 || !(await placesAutomatically(tx, flow.corpId, users))) return;
  const { corpId, flowId } = flow;
  await enqueue(tx, 'flows.autoSign', { corpId, flowId }, { key: `flows.autoSign:${flowId}` });
}
