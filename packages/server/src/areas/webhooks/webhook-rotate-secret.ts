import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { webhookRotateSecret as operation } from '@cinnabar/api/operations/webhooks.js';
import type { MemberContext } from '../../operation/context.js';
import { found, requireWebhook } from './require-webhook.js';
import { makeSecret } from './secret.js';
import { replaceSecret } from './store/webhooks.js';
import { webhookView } from './webhook.js';

/** Default overlap of the previous secret. */
export const OVERLAP_HOURS = 24;
const HOUR_MS = 3_600_000;

/** Time until which the previous secret also signs; null if it ends at once. */
export function overlapUntil(hours: number, now: Date): Date | null {
  return hours === 0 ? null : new Date(now.getTime() + hours * HOUR_MS);
}

export async function webhookRotateSecret(
  ctx: MemberContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const webhook = await requireWebhook(ctx.db, ctx.corpId, input.webhookId);
  const { secret, sealed } = await makeSecret(ctx.services, ctx.corpId, webhook.webhookId);
  const until = overlapUntil(input.overlapHours ?? OVERLAP_HOURS, ctx.now);
  return ctx.act(async (tx) => {
    const rotated = found(await replaceSecret(tx, webhook, sealed, until, ctx.now));
    return { ...webhookView(rotated, ctx.now), secret };
  });
}
