import { getSealInfo as operation } from '@cinnabar/api/operations/seals.js';
import { route } from '../../operation/handler.js';
import { refuse } from '../../operation/refusal.js';
import { sealLookup } from './seal-lookup.js';
import { sealView } from './seal-view.js';

export const getSealInfo = route('member', operation, async (ctx, { sealId }) => {
  const seal = await sealLookup(ctx.db).get({ corpId: ctx.corpId, sealId, now: ctx.now });
  if (seal === null) throw refuse('SEAL_NOT_FOUND');
  return sealView(ctx.services, seal, ctx.now);
});
