import type { Context, CorpId } from '../../context.js';
import type { Services } from '../../services.js';
import { checkCode } from './verification-code.js';

/**
 * Whether that is the code which the person of a mobile was sent in order to join the enterprise. Used up by asking,
 * whatever becomes of the act.
 */
export async function isCodeToJoin(
  ctx: Pick<Context, 'db'> & { readonly services: Pick<Services, 'masterKey'> },
  given: { readonly mobile: string; readonly corpId: CorpId; readonly code: string; readonly now: Date },
): Promise<boolean> {
  const { mobile, code, now } = given;
  return (await checkCode(ctx, { mobile, smsType: 'commSms', code, now })) === 'ok';
}
