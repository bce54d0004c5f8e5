/** The code by which a person lets an enterprise into all of their own contracts. */
import type { Context, CorpId } from '../../context.js';
import type { Services } from '../../services.js';
import { type CodeRequest, sendCode } from './send-code.js';
import { checkCode } from './verification-code.js';

export function sendCodeToOpen(
  ctx: CodeRequest,
  { mobile }: { readonly mobile: string; readonly corpId: CorpId },
): Promise<void> {
  return sendCode(ctx, mobile, 'commSms');
}

/** Used up by asking, whatever becomes of the act. */
export async function isCodeToOpen(
  ctx: Pick<Context, 'db'> & { readonly services: Pick<Services, 'masterKey'> },
  given: { readonly mobile: string; readonly corpId: CorpId; readonly code: string; readonly now: Date },
): Promise<boolean> {
  const { mobile, code, now } = given;
  return (await checkCode(ctx, { mobile, smsType: 'commSms', code, now })) === 'ok';
}
