import { infoByMobileOrName as operation } from '@cinnabar/api/operations/members.js';
import { route } from '../../operation/handler.js';
import { refuse } from '../../operation/refusal.js';
import { memberView } from './rules.js';
import { searchMembers } from './store.js';

export const infoByMobileOrName = route('application', operation, async (ctx, input) => {
  const text = input.paramString?.trim() ?? '';
  if (text === '') throw refuse('PARAM_EMPTY');
  const found = await searchMembers(ctx.db, ctx.corpId, text);
  return found.map(memberView);
});
