import { personalSealList as operation } from '@cinnabar/api/personal-seals.js';
import { route } from '../../handler.js';
import { personalSealView } from './personal-seal.js';
import { listPersonalSeals } from './personal-seal-store.js';

export const personalSealList = route('operator', operation, async (ctx) => {
  const rows = await listPersonalSeals(ctx.db, ctx.operator.userId);
  return rows.map((row) => personalSealView(ctx.services, row, ctx.now));
});
