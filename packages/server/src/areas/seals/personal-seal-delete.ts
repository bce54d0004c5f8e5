import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { personalSealDelete as operation } from '@cinnabar/api/operations/personal-seals.js';
import type { MemberContext } from '../../operation/context.js';
import { requireOwnSession } from '../../operation/own-session.js';
import { refuse } from '../../operation/refusal.js';
import { deletePersonalSeal, lockPersonalSeals } from './personal-seal-store.js';

/**
 * After the default seal is deleted, the name seal is the default again: nobody signs with a seal that they did not
 * choose.
 */
export function personalSealDelete(
  ctx: MemberContext,
  { sealId }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  requireOwnSession(ctx);
  return ctx.act(async (tx) => {
    const seals = await lockPersonalSeals(tx, ctx.actingMember.userId);
    if (!seals.some(({ seal_id }) => seal_id === sealId)) throw refuse('SEAL_NOT_FOUND');
    await deletePersonalSeal(tx, sealId, ctx.now);
    return {};
  });
}
