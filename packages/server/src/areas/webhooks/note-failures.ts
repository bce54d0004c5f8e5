import type { WebhookId } from '@cinnabar/api/schemas/webhook.js';
import type { Db, Tx } from '../../database/schema.js';
import { transact } from '../../database/transact.js';
import { findCorp } from '../enterprise/index.js';
import { findUser, membersWithRoles } from '../members/index.js';
import { sendNotice } from '../sms/index.js';
import { afterFailure } from './rules.js';
import { withholdPending } from './store/deliveries.js';
import { lockWebhook, updateWebhook } from './store/webhooks.js';
import type { StoredWebhook } from './webhook.js';

/** Records since when deliveries to a webhook have been failing, and disables it after three days. */
export async function noteFailure(db: Db, webhookId: WebhookId, now: Date): Promise<'failing' | 'ended'> {
  return transact(db, async (tx) => {
    const webhook = await lockWebhook(tx, webhookId);
    if (webhook === null || webhook.status !== 'enabled') return 'failing';
    const { failingSince, ended } = afterFailure(webhook, now);
    await updateWebhook(tx, webhook.corpId, webhookId, {
      failing_since: failingSince,
      last_failed_at: now,
      ...(ended ? { status: 'failed', updated_at: now } : {}),
    });
    if (!ended) return 'failing';
    await withholdPending(tx, webhookId);
    await notifyEnterprise(tx, webhook, now);
    return 'ended';
  });
}

/** The recipients of the notice: those who can fix it, and the person who set it up. */
async function notifyEnterprise(tx: Tx, webhook: StoredWebhook, now: Date): Promise<void> {
  const { corpId, webhookId, createdBy } = webhook;
  const corp = await findCorp(tx, corpId);
  const inCharge = await membersWithRoles(tx, corpId, ['OWNER', 'ADMIN']);
  const creator = createdBy === null ? null : await findUser(tx, createdBy);
  const mobiles = new Set([...inCharge, ...(creator === null ? [] : [creator])].map(({ mobile }) => mobile));
  for (const mobile of mobiles) {
    await sendNotice(tx, {
      mobile,
      template: 'webhookDisabled',
      parameters: { corpName: corp?.corpName ?? '', host: new URL(webhook.url).host },
      idempotencyKey: `webhook-${webhookId} ${now.getTime()} ${mobile}`,
      now,
    });
  }
}
