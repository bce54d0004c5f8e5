import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { sealDelete as operation } from '@cinnabar/api/operations/seals.js';
import type { MemberContext } from '../../operation/context.js';
import { refuse } from '../../operation/refusal.js';
import { automaticPlacements, withdrawAuthorisations } from './authorisation-store.js';
import { oldestUsable } from './rules.js';
import type { IsSealNeeded } from './seal-need.js';
import { deleteSeal, lockAllSeals, makeDefault } from './store.js';

export function sealDelete(isSealNeeded: IsSealNeeded) {
  return function deleteUnneeded(
    ctx: MemberContext,
    { sealId }: InputOf<typeof operation>,
  ): Promise<OutputOf<typeof operation>> {
    return ctx.act(async (tx) => {
      const { corpId, now } = ctx;
      const seals = await lockAllSeals(tx, corpId);
      const seal = seals.find((each) => each.seal_id === sealId);
      if (seal === undefined) throw refuse('SEAL_NOT_FOUND');
      const placements = await automaticPlacements(tx, corpId, sealId, now);
      if (await isSealNeeded(tx, { corpId, sealId, placements, now })) throw refuse('SEAL_DELETE_FAILED');
      await withdrawAuthorisations(tx, corpId, { sealId }, now);
      await deleteSeal(tx, corpId, sealId, now);
      const heir = seal.is_default ? oldestUsable(seals.filter((each) => each !== seal)) : null;
      if (heir !== null) await makeDefault(tx, corpId, heir.seal_id);
      return {};
    });
  };
}
