import type { Context, CorpId } from '../../operation/context.js';
import type { Services } from '../../operation/services.js';
import { requireCode } from './verification-code.js';

interface CodeToJoin {
  readonly mobile: string;
  /** The application by which the enterprise requested it. */
  readonly appId: string;
  readonly corpId: CorpId;
  readonly code: string;
  readonly now: Date;
}

/**
 * Checks the code sent to a person so that they can join the enterprise. The check consumes it, whatever happens to the
 * act.
 * @throws Refusal 1401
 */
export function requireCodeToJoin(
  ctx: Pick<Context, 'db'> & { readonly services: Pick<Services, 'masterKey'> },
  { mobile, appId, corpId, code, now }: CodeToJoin,
): Promise<void> {
  const subject = [`corp ${corpId}`] as const;
  return requireCode(ctx, { mobile, asker: appId, purpose: 'join', subject, code, now });
}
