import { type AuditedAct, originOf, recordAct } from '../../areas/audit/index.js';
import type { Tx } from '../../database/schema.js';
import type { PlatformContext } from '../../operation/context.js';

/** What an operator has done, in the transaction of the act: the entry that a command writes, with its person. */
export async function recordOperatorAct(
  tx: Tx,
  ctx: PlatformContext,
  act: Omit<AuditedAct, 'userId' | 'appId'>,
): Promise<void> {
  await recordAct(tx, { ...act, userId: ctx.operator.userId, appId: null }, originOf(ctx, 'platform'));
}
