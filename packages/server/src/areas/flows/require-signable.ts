import { id } from '@cinnabar/api/schema.js';
import type { OperatorContext } from '../../context.js';
import { seeAsParticipant } from './access.js';
import { refuseUnlessSignable } from './confirm-intent.js';

const flowIds = id<'Flow'>();

/**
 * Every one of these is a flow in which the operator has something to sign.
 * @throws Refusal 404, PERMISSION_DENIED, FLOW_STATE, FLOW_EXPIRED
 */
export async function requireSignable(ctx: OperatorContext, numbers: readonly number[]): Promise<void> {
  for (const number of numbers) {
    const flowId = flowIds.read(number, 'id', { zone: 'UTC' });
    refuseUnlessSignable(await seeAsParticipant(ctx, flowId), ctx.now);
  }
}
