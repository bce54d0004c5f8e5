import type { OperatorContext } from '../../context.js';
import { transact } from '../../database/transact.js';
import type { FacePurpose } from './face-order.js';
import { type FaceParameters, sameParameters } from './result-parameters.js';
import { proves } from './rules.js';
import { lockOrder, markUsed } from './store.js';

/**
 * Whether the parameters are those of a check that this operator has just passed for that. A right result is used up by
 * asking, on a transaction of its own, whatever becomes of the act it was asked for.
 */
export async function useFaceResult(
  ctx: Pick<OperatorContext, 'db' | 'services' | 'now' | 'corpId' | 'operator'>,
  about: { readonly purpose: FacePurpose; readonly businessIds: readonly number[] },
  given: FaceParameters,
): Promise<'ok' | 'wrong'> {
  const { corpId, operator, now } = ctx;
  return transact(ctx.db, async (tx) => {
    const order = await lockOrder(tx, given.orderNo);
    if (order === null || !sameParameters(ctx.services, order, given)) return 'wrong';
    if (!proves(order, { ...about, corpId, userId: operator.userId, now })) return 'wrong';
    await markUsed(tx, order.orderNo, now);
    return 'ok';
  });
}
