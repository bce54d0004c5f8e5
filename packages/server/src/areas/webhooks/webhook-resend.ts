import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { webhookResend as operation } from '@cinnabar/api/operations/webhooks.js';
import type { MemberContext } from '../../operation/context.js';
import { invalidField, refuse, refuseFor } from '../../operation/refusal.js';
import { requireWebhook } from './require-webhook.js';
import { sendAgain, sendFailedAgain } from './store/deliveries.js';

export async function webhookResend(
  ctx: MemberContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const { webhookId, deliveryId, failedSince } = input;
  if ((deliveryId === undefined) === (failedSince === undefined)) {
    throw invalidField('deliveryId', {
      zh: '与 failedSince 须且只须填写一个',
      en: 'or failedSince is required, and not both',
    });
  }
  const webhook = await requireWebhook(ctx.db, ctx.corpId, webhookId);
  if (webhook.status !== 'enabled') throw refuseFor('WEBHOOK_DISABLED');
  return ctx.act(async (tx) => {
    if (failedSince !== undefined) {
      return { count: await sendFailedAgain(tx, webhookId, failedSince, ctx.now) };
    }
    if (deliveryId === undefined || !(await sendAgain(tx, webhookId, deliveryId, ctx.now)))
      throw refuse('404');
    return { count: 1 };
  });
}
