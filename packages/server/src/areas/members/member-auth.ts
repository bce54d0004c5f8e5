import { memberAuth } from '@cinnabar/api/members.js';
import type { TargetContext } from '../../context.js';
import { countAttempt, uncountAttempt } from '../../database/rate-counters.js';
import type { Tx } from '../../database/schema.js';
import { route } from '../../handler.js';
import { publish } from '../../jobs/outbox.js';
import { refuse, refuseFor } from '../../refusal.js';
import { sendNotice } from '../sms/index.js';
import { askAboutPerson } from './ask-registry.js';
import { aboutMember, memberPasswordReplaced, memberVerified } from './events.js';
import { type AuthInfo, readAuthInfo } from './rules.js';
import { findCorpName, findMembership } from './store.js';
import { findIdentity, type StoredIdentity } from './user-store.js';
import { applyVerification, identNumIndex, prepareVerification, sameIdentity } from './verification.js';

/** How often a day an enterprise may be wrong about a verified person whom it only knows by their mobile ... */
const WRONG_ABOUT_STRANGER = 10;
/** ... and about one whose identity it has seen. */
const WRONG_ABOUT_MEMBER = 100;
const WRONG_IDENTITIES_WINDOW_MS = 24 * 3_600_000;

export const memberAuthRoute = route('target', memberAuth, async (ctx, input) => {
  const { corpId, targetUserId: userId, now } = ctx;
  const stored = await findIdentity(ctx.db, userId);
  if (stored === null) throw refuseFor('NOT_MEMBER');
  const info = readAuthInfo(input);
  if (info === null) throw refuse('AUTH_INFO_INVALID');
  if (stored.verified_at === null) await askAboutPerson(ctx.services, info, stored.mobile);
  else await compareWithStored(ctx, info, stored);
  const verification = await prepareVerification(ctx.services, corpId, userId, info);
  return ctx.act(async (tx) => {
    const outcome = await applyVerification(tx, verification, now);
    const about = aboutMember(corpId, userId);
    await publish(tx, now, [
      outcome === 'replaced' ? memberPasswordReplaced.event(about) : memberVerified.event(about),
    ]);
    // Whoever is verified hears of it when somebody else sets a password in their name.
    if (outcome !== 'verified') await tellPerson(ctx, tx, stored.mobile);
    return {};
  });
});

/**
 * Name and number of a verified person are what protects them from an enterprise that knows no more than their
 * mobile, so they must not be found by trying: resident numbers leave few digits to guess.
 */
async function compareWithStored(ctx: TargetContext, info: AuthInfo, stored: StoredIdentity): Promise<void> {
  const name = `identity:${ctx.corpId}:${ctx.targetUserId}`;
  // Counted before it is compared, so that many at once are not all let through.
  const tries = await countAttempt(ctx.db, name, WRONG_IDENTITIES_WINDOW_MS, ctx.now);
  const membership = await findMembership(ctx.db, ctx.corpId, ctx.targetUserId);
  const allowed = (membership?.realName ?? null) === null ? WRONG_ABOUT_STRANGER : WRONG_ABOUT_MEMBER;
  if (tries.count > allowed) {
    const seconds = Math.ceil((tries.windowEnd.getTime() - ctx.now.getTime()) / 1000);
    throw refuseFor('CREDENTIALS_LIMITED', undefined, Math.max(1, seconds));
  }
  const given = { realName: info.realName, identNumIndex: identNumIndex(ctx.services, info.identNum) };
  if (!sameIdentity(stored, given)) throw refuse('AUTH_INFO_INVALID');
  await uncountAttempt(ctx.db, name, tries.windowStart);
}

async function tellPerson(ctx: TargetContext, tx: Tx, mobile: string): Promise<void> {
  await sendNotice(tx, {
    mobile,
    template: 'passwordReplaced',
    parameters: { corpName: await findCorpName(tx, ctx.corpId) },
    idempotencyKey: `password-replaced-${await ctx.services.ids.next()}`,
    now: ctx.now,
  });
}
