import { webhookDelete as operation } from '@cinnabar/api/operations/webhooks.js';
import { route } from '../../operation/handler.js';
import { refuse } from '../../operation/refusal.js';
import { deleteWebhook } from './store/webhooks.js';

export const webhookDelete = route('member', operation, (ctx, { webhookId }) =>
  ctx.act(async (tx) => {
    if (!(await deleteWebhook(tx, ctx.corpId, webhookId))) throw refuse('404');
    return {};
  }),
);
