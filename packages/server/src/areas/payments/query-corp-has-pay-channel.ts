import { queryCorpHasPayChannel as operation } from '@cinnabar/api/operations/payments.js';
import { route } from '../../operation/handler.js';
import { refuse } from '../../operation/refusal.js';
import { findCorp } from '../enterprise/index.js';
import { hasChannel } from './store/channels.js';

export const queryCorpHasPayChannel = route('member', operation, async (ctx, { corpId }) => {
  if ((await findCorp(ctx.db, corpId)) === null) throw refuse('404');
  return hasChannel(ctx.db, corpId);
});
