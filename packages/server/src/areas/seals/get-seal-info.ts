import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { getSealInfo as operation } from '@cinnabar/api/operations/seals.js';
import type { MemberContext } from '../../operation/context.js';
import { refuse } from '../../operation/refusal.js';
import { sealLookup } from './seal-lookup.js';
import { sealView } from './seal-view.js';

export async function getSealInfo(
  ctx: MemberContext,
  { sealId }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const seal = await sealLookup(ctx.db).get({ corpId: ctx.corpId, sealId, now: ctx.now });
  if (seal === null) throw refuse('SEAL_NOT_FOUND');
  return sealView(ctx.services, seal, ctx.now);
}
