import type { SealId } from '@cinnabar/api/schemas/seal.js';
import type { SealAuthorRange } from '@cinnabar/api/schemas/seal-author.js';
import type { MemberContext, UserId } from '../../operation/context.js';
import { actsInOwnSession } from '../../operation/own-session.js';
import { invalidField } from '../../operation/refusal.js';
import { requireCode } from '../sms/index.js';
import type { ConsentBy } from './auto-sign-consents.js';
import { requireTemplates } from './automatic-placement.js';

/** A request for automatic placement, with the proof that it contains. */
interface Wanted {
  readonly sealId: SealId;
  readonly authorRange: SealAuthorRange;
  readonly autoSign?: 0 | 1;
  readonly authType?: 'sms';
  readonly verifyCode?: string;
}

/**
 * Whether the acting member has shown that automatic placement is their own intent: by acting on their own page, or by
 * a code to their mobile. An application cannot consent by itself; null leaves the record waiting for the member.
 * @throws Refusal 400, 1401
 */
export async function managerConsent(
  ctx: MemberContext,
  input: Wanted,
): Promise<(ConsentBy & { readonly side: 'manager'; readonly userId: UserId }) | null> {
  if (input.autoSign !== 1) return null;
  requireTemplates({ author_range: input.authorRange });
  const { userId, mobile } = ctx.actingMember;
  const { address, device, now } = ctx;
  const by = { side: 'manager', userId, address, device, now } as const;
  if (actsInOwnSession(ctx)) return { ...by, channel: 'page' };
  if (input.authType === undefined) return null;
  const { verifyCode: code } = input;
  if (code === undefined) throw invalidField('verifyCode', { zh: '必填', en: 'is required' });
  const subject = [`seal ${input.sealId}`] as const;
  await requireCode(ctx, { mobile, asker: ctx.appId, purpose: 'autoSign', subject, code, now });
  return { ...by, channel: 'application' };
}
