import { getSealInfo as operation } from '@cinnabar/api/seals.js';
import { route } from '../../handler.js';
import { refuse } from '../../refusal.js';
import { sealView } from './seal-view.js';
import { findSeal } from './store.js';

export const getSealInfo = route('operator', operation, async (ctx, { sealId }) => {
  const seal = await findSeal(ctx.db, ctx.corpId, sealId);
  if (seal === null) throw refuse('SEAL_NOT_FOUND');
  return sealView(ctx.services, seal, ctx.now);
});
