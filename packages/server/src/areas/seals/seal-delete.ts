import { sealDelete as operation } from '@cinnabar/api/operations/seals.js';
import { route } from '../../operation/handler.js';
import { refuse } from '../../operation/refusal.js';
import { withdrawAuthorisations } from './authorisation-store.js';
import { oldestUsable } from './rules.js';
import { sealInUse } from './seal-use-store.js';
import { deleteSeal, lockAllSeals, makeDefault } from './store.js';

export const sealDelete = route('member', operation, (ctx, { sealId }) =>
  ctx.act(async (tx) => {
    const seals = await lockAllSeals(tx, ctx.corpId);
    const seal = seals.find((each) => each.seal_id === sealId);
    if (seal === undefined) throw refuse('SEAL_NOT_FOUND');
    if (await sealInUse(tx, ctx.corpId, sealId, ctx.now)) throw refuse('SEAL_DELETE_FAILED');
    await withdrawAuthorisations(tx, ctx.corpId, { sealId }, ctx.now);
    await deleteSeal(tx, ctx.corpId, sealId, ctx.now);
    const heir = seal.is_default ? oldestUsable(seals.filter((each) => each !== seal)) : null;
    if (heir !== null) await makeDefault(tx, ctx.corpId, heir.seal_id);
    return {};
  }),
);
