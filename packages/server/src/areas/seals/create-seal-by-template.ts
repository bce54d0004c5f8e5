import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { createSealByTemplate as operation } from '@cinnabar/api/operations/seals.js';
import type { MemberContext } from '../../operation/context.js';
import { refuse } from '../../operation/refusal.js';
import { ownCorp } from '../enterprise/index.js';
import { insertSeal, sealNameTaken } from './store.js';
import { faceOf, prepareTemplateSeal } from './template-seal.js';

export async function createSealByTemplate(
  ctx: MemberContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  // Saves the drawing; concurrent requests are decided by the insert.
  if (await sealNameTaken(ctx.db, ctx.corpId, input.sealName)) throw refuse('SEAL_NAME_EXIST');
  const { corpName } = await ownCorp(ctx);
  const prepared = await prepareTemplateSeal(
    ctx.services,
    {
      ...faceOf(corpName, input),
      corpId: ctx.corpId,
      sealName: input.sealName,
      categoryType: input.categoryType,
      createdBy: ctx.actingMember.userId,
    },
    ctx.now,
  );
  return ctx.act(async (tx) => {
    const seal = await insertSeal(tx, prepared);
    if (seal === null) throw refuse('SEAL_NAME_EXIST');
    return { sealId: seal.seal_id };
  });
}
