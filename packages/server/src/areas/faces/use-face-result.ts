import { transact } from '../../database/transact.js';
import type { ActingMember, Context, CorpId } from '../../operation/context.js';
import type { ProviderProof } from '../../providers/provider-proof.js';
import type { CoveredAct, FacePurpose } from './face-order.js';
import { type FaceParameters, sameParameters } from './result-parameters.js';
import { proves } from './rules.js';
import { lockOrder, markUsed } from './store.js';

/** The proof requested of a result. */
export interface FaceUse {
  readonly purpose: FacePurpose;
  readonly businessIds: readonly number[];
  /** Whether the coverage of the check suffices for the present act. */
  readonly suffices: (covered: readonly CoveredAct[]) => boolean;
}

/** What a used check proves. */
export interface ProvenByFace {
  readonly covered: readonly CoveredAct[];
  readonly proof: ProviderProof | null;
}

/** Context of the use: the channel, the enterprise and the person. */
export interface FaceUser extends Pick<Context, 'db' | 'services' | 'now'> {
  /** An application's id, a link's id, or a person's session. */
  readonly appId: string;
  readonly corpId: CorpId | null;
  readonly actingMember: Pick<ActingMember, 'userId'>;
}

/**
 * Returns the coverage of a check, and by which provider it was passed, that this person has just passed for that purpose, requested by the same application
 * or session. A valid result is consumed in a separate transaction, whatever happens to the act.
 */
export async function useFaceResult(
  ctx: FaceUser,
  { purpose, businessIds, suffices }: FaceUse,
  given: FaceParameters,
): Promise<ProvenByFace | 'wrong'> {
  const { appId, corpId, actingMember, now } = ctx;
  const use = { purpose, businessIds, asker: appId, corpId, userId: actingMember.userId, now };
  return transact(ctx.db, async (tx) => {
    const order = await lockOrder(tx, given.orderNo);
    if (order === null || !sameParameters(ctx.services, order, given)) return 'wrong';
    if (!proves(order, use) || !suffices(order.covered)) return 'wrong';
    await markUsed(tx, order.orderNo, now);
    return { covered: order.covered, proof: order.proof };
  });
}
