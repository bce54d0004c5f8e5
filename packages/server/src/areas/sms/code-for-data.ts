/** The code by which a person exports or erases their data. */
import type { Context, UserId } from '../../operation/context.js';
import type { Services } from '../../operation/services.js';
import type { CodeBinding } from './code-binding.js';
import { personalDataUse } from './code-uses.js';
import { type CodeContext, sendCode } from './send-code.js';
import { requireCode } from './verification-code.js';

export type DataAct = 'export' | 'erase';

interface Handling {
  readonly userId: UserId;
  readonly mobile: string;
  /** Hash of the person's session, in which alone the code is valid. */
  readonly session: string;
  readonly act: DataAct;
}

function bindingOf({ userId, mobile, session, act }: Handling): CodeBinding {
  return {
    mobile,
    asker: `person-session ${session}`,
    purpose: act === 'export' ? 'dataExport' : 'dataErasure',
    subject: [`user ${userId}`],
  };
}

/** @throws Refusal CODE_LIMITED, 1202, 1203 */
export function sendCodeForData(ctx: CodeContext, handling: Handling): Promise<void> {
  return sendCode(ctx, { ...bindingOf(handling), use: personalDataUse(handling.act), share: 'own' });
}

/**
 * The check consumes the code, whatever happens to the act.
 * @throws Refusal CODE_WRONG, CODE_ENDED
 */
export function requireCodeForData(
  ctx: Pick<Context, 'db'> & { readonly services: Pick<Services, 'masterKey'> },
  given: Handling & { readonly code: string; readonly now: Date },
): Promise<void> {
  return requireCode(ctx, { ...bindingOf(given), code: given.code, now: given.now });
}
