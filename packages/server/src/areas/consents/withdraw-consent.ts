import type { AgreementName } from '@cinnabar/api/pages/agreements.js';
import type { Tx } from '../../database/schema.js';
import type { UserId } from '../../operation/context.js';
import { invalidField } from '../../operation/refusal.js';
import { type AuditOrigin, recordAct } from '../audit/index.js';
import { insertWithdrawal } from './store.js';
import { waysOut } from './view-consents.js';

/**
 * Withdraws a consent. What was done with it stays valid; the next act that needs it asks for it again.
 * @throws Refusal 400 naming `agreement`
 */
export async function withdrawConsent(
  tx: Tx,
  userId: UserId,
  agreement: AgreementName,
  origin: AuditOrigin,
): Promise<void> {
  if (waysOut[agreement] !== 'here') {
    throw invalidField('agreement', {
      zh: '随退出企业或撤回授权而失效',
      en: 'ends when the enterprise is left, or its access withdrawn',
    });
  }
  await insertWithdrawal(tx, userId, agreement, origin.now);
  const act = { corpId: null, userId, appId: null, act: 'person.withdrawConsent' } as const;
  await recordAct(tx, { ...act, object: { kind: 'person', id: userId }, after: { agreement } }, origin);
}
