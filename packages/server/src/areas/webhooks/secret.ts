import { randomBytes } from 'node:crypto';
import type { WebhookId } from '@cinnabar/api/schemas/webhook.js';
import type { CorpId } from '../../operation/context.js';
import type { Services } from '../../operation/services.js';
import { SECRET_PREFIX } from './signature.js';

/** Standard Webhooks asks for 24 to 64 bytes. */
const SECRET_BYTES = 32;

type Keeper = Pick<Services, 'envelope'>;

const purpose = (webhookId: WebhookId): string => `webhook secret ${webhookId}`;

/** A new secret, in plain text to be displayed once and encrypted to be stored. Called before a transaction. */
export async function makeSecret(
  { envelope }: Keeper,
  corpId: CorpId,
  webhookId: WebhookId,
): Promise<{ readonly secret: string; readonly sealed: Uint8Array }> {
  const secret = SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64');
  return { secret, sealed: await envelope.encrypt(corpId, purpose(webhookId), Buffer.from(secret, 'utf8')) };
}

export async function openSecret(
  { envelope }: Keeper,
  corpId: CorpId,
  webhookId: WebhookId,
  sealed: Uint8Array,
): Promise<string> {
  return Buffer.from(await envelope.decrypt(corpId, purpose(webhookId), sealed)).toString('utf8');
}
