import type { Context, CorpId } from '../../operation/context.js';
import type { Services } from '../../operation/services.js';
import { requireCode } from './verification-code.js';

interface CodeToJoin {
  readonly mobile: string;
  /** The application by which the enterprise has asked for it. */
  readonly appId: string;
  readonly corpId: CorpId;
  readonly code: string;
  readonly now: Date;
}

/**
 * The code which the person of a mobile was sent in order to join the enterprise. Used up by asking, whatever becomes
 * of the act.
 * @throws Refusal 1401
 */
export function requireCodeToJoin(
  ctx: Pick<Context, 'db'> & { readonly services: Pick<Services, 'masterKey'> },
  { mobile, appId, corpId, code, now }: CodeToJoin,
): Promise<void> {
  const subject = [`corp ${corpId}`] as const;
  return requireCode(ctx, { mobile, asker: appId, purpose: 'join', subject, code, now });
}
