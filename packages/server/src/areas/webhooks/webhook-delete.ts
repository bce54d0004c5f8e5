import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { webhookDelete as operation } from '@cinnabar/api/operations/webhooks.js';
import type { MemberContext } from '../../operation/context.js';
import { refuse } from '../../operation/refusal.js';
import { deleteWebhook } from './store/webhooks.js';

export function webhookDelete(
  ctx: MemberContext,
  { webhookId }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  return ctx.act(async (tx) => {
    if (!(await deleteWebhook(tx, ctx.corpId, webhookId))) throw refuse('404');
    return {};
  });
}
