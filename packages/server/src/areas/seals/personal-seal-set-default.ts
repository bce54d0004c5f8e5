import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { personalSealSetDefault as operation } from '@cinnabar/api/operations/personal-seals.js';
import type { MemberContext } from '../../operation/context.js';
import { requireOwnSession } from '../../operation/own-session.js';
import { refuse } from '../../operation/refusal.js';
import { lockPersonalSeals, makePersonalDefault } from './personal-seal-store.js';

export function personalSealSetDefault(
  ctx: MemberContext,
  { sealId }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  requireOwnSession(ctx);
  return ctx.act(async (tx) => {
    const { userId } = ctx.actingMember;
    const seals = await lockPersonalSeals(tx, userId);
    if (sealId !== 0 && !seals.some(({ seal_id }) => seal_id === sealId)) throw refuse('SEAL_NOT_FOUND');
    await makePersonalDefault(tx, userId, sealId);
    return {};
  });
}
