import type { WebhookId } from '@cinnabar/api/schemas/webhook.js';
import type { Db } from '../../database/schema.js';
import type { CorpId } from '../../operation/context.js';
import { refuse } from '../../operation/refusal.js';
import { findWebhook } from './store/webhooks.js';
import type { StoredWebhook } from './webhook.js';

/** @throws Refusal 404 if the enterprise has no such webhook */
export async function requireWebhook(db: Db, corpId: CorpId, webhookId: WebhookId): Promise<StoredWebhook> {
  return found(await findWebhook(db, corpId, webhookId));
}

/** @throws Refusal 404 */
export function found<T>(value: T | null): T {
  if (value === null) throw refuse('404');
  return value;
}
