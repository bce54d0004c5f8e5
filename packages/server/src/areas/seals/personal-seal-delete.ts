import { personalSealDelete as operation } from '@cinnabar/api/operations/personal-seals.js';
import { route } from '../../operation/handler.js';
import { requireOwnSession } from '../../operation/own-session.js';
import { refuse } from '../../operation/refusal.js';
import { deletePersonalSeal, lockPersonalSeals } from './personal-seal-store.js';

/** Where the default goes, the name seal is the default again: nobody signs with a seal that they did not choose. */
export const personalSealDelete = route('member', operation, (ctx, { sealId }) => {
  requireOwnSession(ctx);
  return ctx.act(async (tx) => {
    const seals = await lockPersonalSeals(tx, ctx.actingMember.userId);
    if (!seals.some(({ seal_id }) => seal_id === sealId)) throw refuse('SEAL_NOT_FOUND');
    await deletePersonalSeal(tx, sealId, ctx.now);
    return {};
  });
});
