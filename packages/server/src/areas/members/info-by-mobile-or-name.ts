import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { infoByMobileOrName as operation } from '@cinnabar/api/operations/members.js';
import type { ApplicationContext } from '../../operation/context.js';
import { refuse } from '../../operation/refusal.js';
import { memberView } from './rules.js';
import { searchMembers } from './store.js';

export async function infoByMobileOrName(
  ctx: ApplicationContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const text = input.paramString?.trim() ?? '';
  if (text === '') throw refuse('PARAM_EMPTY');
  const found = await searchMembers(ctx.db, ctx.corpId, text);
  return found.map(memberView);
}
