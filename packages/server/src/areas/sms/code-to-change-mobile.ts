/** Codes for changing a mobile: one to each mobile, both for this change only. */

import { maskMobile } from '../../custody/masking.js';
import type { Context, UserId } from '../../operation/context.js';
import { Refusal } from '../../operation/refusal.js';
import type { Services } from '../../operation/services.js';
import type { CodeBinding } from './code-binding.js';
import { mobileChangeUse } from './code-uses.js';
import { type CodeContext, sendCode } from './send-code.js';
import { type CodeVerdict, checkCodes, refuseUnless } from './verification-code.js';

export interface MobileChangeCodes {
  readonly userId: UserId;
  /** Hash of the person's session, in which alone the codes are valid. */
  readonly session: string;
  /** The person's present mobile. */
  readonly mobile: string;
  readonly newMobile: string;
}

function bindingOf({ userId, session, newMobile }: MobileChangeCodes, mobile: string): CodeBinding {
  return {
    mobile,
    asker: `person-session ${session}`,
    purpose: 'mobileChange',
    subject: [`user ${userId}`, `mobile ${newMobile}`],
  };
}

/** @throws Refusal CODE_LIMITED, 1202, 1203 */
export function sendMobileChangeCode(
  ctx: CodeContext,
  change: MobileChangeCodes,
  to: 'old' | 'new',
): Promise<void> {
  const use = mobileChangeUse(maskMobile(change.newMobile));
  if (to === 'old') return sendCode(ctx, { ...bindingOf(change, change.mobile), use, share: 'own' });
  // Possession of the new mobile has not been proven yet.
  return sendCode(ctx, { ...bindingOf(change, change.newMobile), use, share: 'bare' });
}

/**
 * Consumes both codes if both are correct.
 * @throws Refusal 1401 naming `oldCode` or `newCode`
 */
export async function requireMobileChangeCodes(
  ctx: Pick<Context, 'db'> & { readonly services: Pick<Services, 'masterKey'> },
  change: MobileChangeCodes & { readonly oldCode: string; readonly newCode: string; readonly now: Date },
): Promise<void> {
  const { oldCode, newCode, now } = change;
  const [old, fresh] = await checkCodes(ctx, [
    { ...bindingOf(change, change.mobile), code: oldCode, now },
    { ...bindingOf(change, change.newMobile), code: newCode, now },
  ]);
  requireRight('oldCode', old);
  requireRight('newCode', fresh);
}

function requireRight(field: string, verdict: CodeVerdict = { outcome: 'ended' }): void {
  try {
    refuseUnless(verdict);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { code, words, reason, attemptsLeft } = error;
    throw new Refusal(code, words, reason, null, [{ field, words }], attemptsLeft);
  }
}
