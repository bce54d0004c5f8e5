import type { OutputOf } from '@cinnabar/api/operation.js';
import type { webhookList as operation } from '@cinnabar/api/operations/webhooks.js';
import type { MemberContext } from '../../operation/context.js';
import { webhooksOf } from './store/webhooks.js';
import { webhookView } from './webhook.js';

export async function webhookList(ctx: MemberContext): Promise<OutputOf<typeof operation>> {
  const webhooks = await webhooksOf(ctx.db, ctx.corpId);
  return webhooks.map((webhook) => webhookView(webhook, ctx.now));
}
