import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { webhookAdd as operation } from '@cinnabar/api/operations/webhooks.js';
import type { Id } from '@cinnabar/api/schema.js';
import type { SubscribableType } from '@cinnabar/api/webhook-events.js';
import type { Insertable } from 'kysely';
import type { WebhooksTable } from '../../database/tables/webhooks.js';
import type { CorpId, MemberContext, UserId } from '../../operation/context.js';
import { refuseFor } from '../../operation/refusal.js';
import type { Services } from '../../operation/services.js';
import { checkUrl } from './check-url.js';
import { MAX_WEBHOOKS } from './rules.js';
import { makeSecret } from './secret.js';
import { insertWebhook } from './store/webhooks.js';
import { webhookView } from './webhook.js';

export interface NewWebhook {
  readonly corpId: CorpId;
  readonly url: string;
  /** Empty: every type. */
  readonly eventTypes: readonly SubscribableType[];
  readonly remark: string;
  /** null: the operator. */
  readonly createdBy: UserId | null;
  readonly now: Date;
}

export interface PreparedWebhook {
  readonly row: Insertable<WebhooksTable>;
  /** Displayed only once. */
  readonly secret: string;
}

/**
 * A webhook with a new secret, ready for insertWebhook. Called before a transaction.
 * @throws Refusal 400 naming `url` if its target is not allowed
 */
export async function prepareWebhook(
  services: Pick<Services, 'ids' | 'envelope' | 'config'>,
  { corpId, url, eventTypes, remark, createdBy, now }: NewWebhook,
): Promise<PreparedWebhook> {
  checkUrl(services.config, url);
  const webhookId: Id<'Webhook'> = await services.ids.next();
  const { secret, sealed } = await makeSecret(services, corpId, webhookId);
  return {
    secret,
    row: {
      webhook_id: webhookId,
      corp_id: corpId,
      url,
      event_types: [...new Set(eventTypes)],
      remark,
      secret: sealed,
      previous_secret: null,
      previous_until: null,
      status: 'enabled',
      failing_since: null,
      last_failed_at: null,
      created_by: createdBy,
      created_at: now,
      updated_at: now,
    },
  };
}

export async function webhookAdd(
  ctx: MemberContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const { row, secret } = await prepareWebhook(ctx.services, {
    corpId: ctx.corpId,
    url: input.url,
    eventTypes: input.eventTypes ?? [],
    remark: input.remark ?? '',
    createdBy: ctx.actingMember.userId,
    now: ctx.now,
  });
  return ctx.act(async (tx) => {
    const added = await insertWebhook(tx, row, MAX_WEBHOOKS);
    if (added === null) throw refuseFor('WEBHOOK_LIMIT');
    return { ...webhookView(added, ctx.now), secret };
  });
}
