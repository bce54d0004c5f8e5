import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { cancelSealAuthor as operation } from '@cinnabar/api/operations/seals.js';
import type { MemberContext } from '../../operation/context.js';
import { refuse } from '../../operation/refusal.js';
import { withdrawAuthorisation } from './authorisation-store.js';

/** A finished record stays unchanged: ending it again is not an error. */
export function cancelSealAuthor(
  ctx: MemberContext,
  { id }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  return ctx.act(async (tx) => {
    if ((await withdrawAuthorisation(tx, ctx.corpId, id, ctx.now)) === null) throw refuse('404');
    return {};
  });
}
