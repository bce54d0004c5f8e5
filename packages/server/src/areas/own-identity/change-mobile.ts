/** A person changes their own mobile, with a code to the old one and a code to the new one. */

import { transact } from '../../database/transact.js';
import type { Context } from '../../operation/context.js';
import { invalidField } from '../../operation/refusal.js';
import { type MobileChangeCodes, requireMobileChangeCodes, sendMobileChangeCode } from '../sms/index.js';
import { giveMobile, type Step, type Visitor, whileFree } from './give-mobile.js';

/** @throws Refusal 400 naming `mobile`, CODE_LIMITED, 1202, 1203 */
export function sendCodeForChange(
  ctx: Step & Pick<Context, 'address'>,
  change: MobileChangeCodes,
  to: 'old' | 'new',
): Promise<void> {
  requireAnother(change);
  return sendMobileChangeCode(ctx, change, to);
}

export interface ChangeByCodes extends MobileChangeCodes {
  readonly oldCode: string;
  readonly newCode: string;
  readonly from: Visitor;
}

/**
 * The codes are consumed, whatever happens to the change.
 * @throws Refusal 400 naming `mobile`, 1401 naming the code, 409
 */
export async function changeMobileByCodes(step: Step, change: ChangeByCodes): Promise<void> {
  requireAnother(change);
  await requireMobileChangeCodes(step, { ...change, now: step.now });
  const { userId, newMobile: mobile, mobile: former, from } = change;
  const given = { userId, mobile, former, provenBy: 'codes', from } as const;
  await whileFree(() => transact(step.db, (tx) => giveMobile(tx, step, given)));
}

function requireAnother({ mobile, newMobile }: MobileChangeCodes): void {
  if (mobile === newMobile) {
    throw invalidField('mobile', { zh: '与现手机号相同', en: 'is the present one' });
  }
}
