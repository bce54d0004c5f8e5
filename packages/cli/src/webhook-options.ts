/** Options shared by the webhook commands. */
import { choice, id, list } from '@cinnabar/api/schema.js';
import type { WebhookId } from '@cinnabar/api/schemas/webhook.js';
import { type SubscribableType, subscribableTypes } from '@cinnabar/api/webhook-events.js';
import { findWebhook, type StoredWebhook, webhookView } from '@cinnabar/server/areas/webhooks/index.js';
import type { Db } from '@cinnabar/server/database/schema.js';
import type { CorpId } from '@cinnabar/server/operation/context.js';
import { Refusal } from '@cinnabar/server/operation/refusal.js';
import { CommandFailed, type Option, textOf, UsageError, type Values } from './command.js';
import { readOption } from './read-option.js';

export const webhookOption: Option = {
  type: 'string',
  required: true,
  placeholder: 'ID',
  description: 'webhookId, from webhook list',
};

export const eventsOption: Option = {
  type: 'string',
  placeholder: 'LIST',
  description: 'comma-separated event types, or all',
};

/** @throws UsageError */
export function readWebhookId(values: Values): WebhookId {
  return readOption(id<'Webhook'>(), values, 'webhook');
}

/** Event types; an empty list means all. undefined if the option was not given. */
export function readEvents(values: Values): readonly SubscribableType[] | undefined {
  const given = textOf(values, 'events');
  if (given === undefined) return undefined;
  if (given.trim() === 'all') return [];
  return readOption(list(choice(subscribableTypes), { min: 1, commaJoined: true }), values, 'events');
}

/** @throws CommandFailed if the enterprise has no such webhook */
export async function requireWebhook(db: Db, corpId: CorpId, webhookId: WebhookId): Promise<StoredWebhook> {
  const webhook = await findWebhook(db, corpId, webhookId);
  if (webhook === null) throw noWebhook(corpId, webhookId);
  return webhook;
}

export function noWebhook(corpId: CorpId, webhookId: WebhookId): CommandFailed {
  return new CommandFailed(`enterprise ${corpId} has no webhook ${webhookId}`);
}

/** @throws CommandFailed if the webhook is disabled */
export function requireEnabled(webhook: StoredWebhook): void {
  if (webhook.status === 'enabled') return;
  throw new CommandFailed(`webhook ${webhook.webhookId} is disabled: run webhook modify --enable first`);
}

/** Turns a value that the interface refuses into a usage error. */
export async function asUsage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal && error.path !== null) throw new UsageError(`--${error.words.en}`);
    throw error;
  }
}

/** Describes a webhook in two lines. */
export function describeWebhook(webhook: StoredWebhook, now: Date): string {
  const { webhookId, url, eventTypes, status, failingSince, remark } = webhookView(webhook, now);
  const told = eventTypes.length === 0 ? 'all events' : eventTypes.join(', ');
  const failing = failingSince === null ? '' : `, nothing arrives since ${failingSince.toISOString()}`;
  return `${webhookId}  ${status}${failing}  ${url}\n    ${told}${remark === '' ? '' : ` (${remark})`}`;
}
