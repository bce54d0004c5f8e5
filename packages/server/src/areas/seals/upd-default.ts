import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { updDefault as operation } from '@cinnabar/api/operations/seals.js';
import type { MemberContext } from '../../operation/context.js';
import { refuse, refuseFor } from '../../operation/refusal.js';
import { isUsable } from './rules.js';
import { lockAllSeals, makeDefault } from './store.js';

export function updDefault(
  ctx: MemberContext,
  { sealId }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  return ctx.act(async (tx) => {
    const seals = await lockAllSeals(tx, ctx.corpId);
    const seal = seals.find((each) => each.seal_id === sealId);
    if (seal === undefined) throw refuse('SEAL_NOT_FOUND');
    if (!isUsable(seal)) throw refuseFor('SEAL_NOT_USABLE');
    await makeDefault(tx, ctx.corpId, sealId);
    return {};
  });
}
