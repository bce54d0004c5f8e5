import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { webhookModify as operation } from '@cinnabar/api/operations/webhooks.js';
import type { WebhookId } from '@cinnabar/api/schemas/webhook.js';
import type { SubscribableType } from '@cinnabar/api/webhook-events.js';
import type { Tx } from '../../database/schema.js';
import type { CorpId, MemberContext } from '../../operation/context.js';
import { checkUrl } from './check-url.js';
import { found, requireWebhook } from './require-webhook.js';
import { withholdPending } from './store/deliveries.js';
import { updateWebhook } from './store/webhooks.js';
import { type StoredWebhook, webhookView } from './webhook.js';

export interface WebhookChange {
  readonly url?: string;
  readonly eventTypes?: readonly SubscribableType[];
  readonly remark?: string;
  readonly enabled?: boolean;
}

/**
 * Omitted fields stay unchanged.
 * @returns null if the enterprise has no such webhook
 * @throws Refusal 400 naming `url` if its target is not allowed
 */
export async function modifyWebhook(
  tx: Tx,
  config: Parameters<typeof checkUrl>[0],
  { corpId, webhookId }: { readonly corpId: CorpId; readonly webhookId: WebhookId },
  { url, eventTypes, remark, enabled }: WebhookChange,
  now: Date,
): Promise<StoredWebhook | null> {
  if (url !== undefined) checkUrl(config, url);
  const modified = await updateWebhook(tx, corpId, webhookId, {
    ...(url === undefined ? {} : { url }),
    ...(eventTypes === undefined ? {} : { event_types: [...new Set(eventTypes)] }),
    ...(remark === undefined ? {} : { remark }),
    ...(enabled === undefined ? {} : { status: enabled ? 'enabled' : 'disabled' }),
    // A new address or a re-enabled webhook: earlier failures are irrelevant.
    ...(url === undefined && enabled !== true ? {} : { failing_since: null, last_failed_at: null }),
    updated_at: now,
  });
  if (modified !== null && enabled === false) await withholdPending(tx, webhookId);
  return modified;
}

export async function webhookModify(
  ctx: MemberContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const { webhookId, ...change } = input;
  await requireWebhook(ctx.db, ctx.corpId, webhookId);
  return ctx.act(async (tx) => {
    const owned = { corpId: ctx.corpId, webhookId };
    const modified = await modifyWebhook(tx, ctx.services.config, owned, change, ctx.now);
    return webhookView(found(modified), ctx.now);
  });
}
