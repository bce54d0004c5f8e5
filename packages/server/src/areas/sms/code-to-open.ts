/** The code by which a person gives an enterprise access to all of their own contracts. */
import type { Context, CorpId, UserId } from '../../operation/context.js';
import type { Services } from '../../operation/services.js';
import type { CodeBinding } from './code-binding.js';
import { personalContractsUse } from './code-uses.js';
import { type CodeContext, sendCode } from './send-code.js';
import { requireCode } from './verification-code.js';

interface Opening {
  /** The person, in a session of their own. */
  readonly userId: UserId;
  readonly mobile: string;
  readonly corpId: CorpId;
}

function bindingOf({ userId, mobile, corpId }: Opening): CodeBinding {
  return { mobile, asker: `person ${userId}`, purpose: 'personalContracts', subject: [`corp ${corpId}`] };
}

/** @throws Refusal CODE_LIMITED, 1202, 1203 */
export function sendCodeToOpen(
  ctx: CodeContext,
  opening: Opening & { readonly corpName: string },
): Promise<void> {
  return sendCode(ctx, { ...bindingOf(opening), use: personalContractsUse(opening.corpName), share: 'own' });
}

/**
 * The check consumes the code, whatever happens to the act.
 * @throws Refusal 1401
 */
export function requireCodeToOpen(
  ctx: Pick<Context, 'db'> & { readonly services: Pick<Services, 'masterKey'> },
  given: Opening & { readonly code: string; readonly now: Date },
): Promise<void> {
  return requireCode(ctx, { ...bindingOf(given), code: given.code, now: given.now });
}
