import type { SmsType } from '@cinnabar/api/sms.js';
import type { Context } from '../../context.js';
import { transact } from '../../database/transact.js';
import type { Services } from '../../services.js';
import { blindIndex, sameSecret } from '../../trust/secrets.js';
import { isOpen } from './rules.js';
import { lockCode, saveCode } from './store.js';

/** What is stored of a code: without the key, six digits would be found by trying them all. */
export function codeHmac(
  services: Pick<Services, 'masterKey'>,
  mobile: string,
  smsType: SmsType,
  code: string,
): string {
  return blindIndex(services.masterKey.pepper, `sms code|${smsType}|${mobile}`, code);
}

/**
 * Whether that is the open code of the mobile and scenario. The right one is used up by asking; five wrong tries end
 * it. Committed on a transaction of its own, whatever becomes of the act it was asked for.
 */
export async function checkCode(
  ctx: Pick<Context, 'db'> & { readonly services: Pick<Services, 'masterKey'> },
  given: { readonly mobile: string; readonly smsType: SmsType; readonly code: string; readonly now: Date },
): Promise<'ok' | 'wrong'> {
  const { mobile, smsType, now } = given;
  const givenHmac = codeHmac(ctx.services, mobile, smsType, given.code.trim());
  return transact(ctx.db, async (tx) => {
    const code = await lockCode(tx, mobile, smsType);
    if (code === null || !isOpen(code, now)) return 'wrong';
    if (!sameSecret(givenHmac, code.codeHmac)) {
      await saveCode(tx, { ...code, failures: code.failures + 1 });
      return 'wrong';
    }
    await saveCode(tx, { ...code, usedAt: now });
    return 'ok';
  });
}
