import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { sealModify as operation } from '@cinnabar/api/operations/seals.js';
import { violatedUniqueIndex } from '../../database/violated-unique-index.js';
import type { MemberContext } from '../../operation/context.js';
import { refuse } from '../../operation/refusal.js';
import { lockSeal, renameSeal } from './store.js';

export async function sealModify(
  ctx: MemberContext,
  { sealId, sealName }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  try {
    return await ctx.act(async (tx) => {
      const seal = await lockSeal(tx, ctx.corpId, sealId);
      if (seal === null) throw refuse('SEAL_NOT_FOUND');
      await renameSeal(tx, ctx.corpId, sealId, sealName);
      return {};
    });
  } catch (error) {
    // Only the unique index detects a concurrent use of the name.
    throw violatedUniqueIndex(error) === 'seals_name' ? refuse('SEAL_NAME_EXIST') : error;
  }
}
