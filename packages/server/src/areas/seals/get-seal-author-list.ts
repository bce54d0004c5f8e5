import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { getSealAuthorList as operation } from '@cinnabar/api/operations/seals.js';
import { pageWindow } from '@cinnabar/api/schemas/paging.js';
import type { MemberContext } from '../../operation/context.js';
import { refuse } from '../../operation/refusal.js';
import { listAuthorisations } from './authorisation-store.js';
import { authorisationViews } from './authorisation-views.js';
import { findSeal } from './store.js';

export async function getSealAuthorList(
  ctx: MemberContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const { sealId } = input;
  if ((await findSeal(ctx.db, ctx.corpId, sealId)) === null) throw refuse('SEAL_NOT_FOUND');
  const { rows, totalCount } = await listAuthorisations(ctx.db, ctx.corpId, sealId, pageWindow(input));
  return { items: await authorisationViews(ctx, rows), totalCount };
}
