import { transact } from '../../database/transact.js';
import type { ActingMember, Context, CorpId } from '../../operation/context.js';
import type { CoveredAct, FacePurpose } from './face-order.js';
import { type FaceParameters, sameParameters } from './result-parameters.js';
import { proves } from './rules.js';
import { lockOrder, markUsed } from './store.js';

/** What a result is asked to prove. */
export interface FaceUse {
  readonly purpose: FacePurpose;
  readonly businessIds: readonly number[];
  /** Whether what the check was made for is enough for what is done now. */
  readonly suffices: (covered: readonly CoveredAct[]) => boolean;
}

/** Who uses a result: where it was asked for, for which enterprise, as whom. */
export interface FaceUser extends Pick<Context, 'db' | 'services' | 'now'> {
  /** An application's id, that of a link, or a person's session. */
  readonly appId: string;
  readonly corpId: CorpId | null;
  readonly actingMember: Pick<ActingMember, 'userId'>;
}

/**
 * What a check covers that this person has just passed for that, asked for by the same application or session. A right
 * result is used up by asking, on a transaction of its own, whatever happens to the act it was asked for.
 */
export async function useFaceResult(
  ctx: FaceUser,
  { purpose, businessIds, suffices }: FaceUse,
  given: FaceParameters,
): Promise<readonly CoveredAct[] | 'wrong'> {
  const { appId, corpId, actingMember, now } = ctx;
  const use = { purpose, businessIds, asker: appId, corpId, userId: actingMember.userId, now };
  return transact(ctx.db, async (tx) => {
    const order = await lockOrder(tx, given.orderNo);
    if (order === null || !sameParameters(ctx.services, order, given)) return 'wrong';
    if (!proves(order, use) || !suffices(order.covered)) return 'wrong';
    await markUsed(tx, order.orderNo, now);
    return order.covered;
  });
}
