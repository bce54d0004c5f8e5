import { webhookList as operation } from '@cinnabar/api/operations/webhooks.js';
import { route } from '../../operation/handler.js';
import { webhooksOf } from './store/webhooks.js';
import { webhookView } from './webhook.js';

export const webhookList = route('member', operation, async (ctx) => {
  const webhooks = await webhooksOf(ctx.db, ctx.corpId);
  return webhooks.map((webhook) => webhookView(webhook, ctx.now));
});
