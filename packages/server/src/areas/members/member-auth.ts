import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { memberAuth as operation } from '@cinnabar/api/operations/members.js';
import { countAttempt, uncountAttempt } from '../../database/rate-counters.js';
import type { Tx } from '../../database/schema.js';
import type { ProofOfIdentity } from '../../database/tables/members.js';
import { publish } from '../../jobs/outbox.js';
import type { TargetContext } from '../../operation/context.js';
import { actsInOwnSession } from '../../operation/own-session.js';
import { refuse, refuseFor } from '../../operation/refusal.js';
import { notify } from '../notices/index.js';
import { requireCodeToJoin } from '../sms/index.js';
import { askAboutPerson } from './ask-registry.js';
import { findAssertion } from './assertion-store.js';
import { aboutMember, memberPasswordReplaced, memberVerified } from './events.js';
import { sameIdentity, sameNumber } from './identity.js';
import type { Membership } from './membership.js';
import { moveMembership } from './move-membership.js';
import { type AuthInfo, needsConfirmation, readAuthInfo } from './rules.js';
import { findCorpName, findMembership } from './store.js';
import { takeOverMobile } from './take-over-mobile.js';
import { findIdentity, type StoredIdentity } from './user-store.js';
import { applyVerification, identNumIndex, prepareVerification, type Word } from './verification.js';

/** Daily limit of an enterprise's mismatches about a person whose identity it knows or asserted. */
const MAX_WRONG_IDENTITIES = 100;
const WRONG_IDENTITIES_WINDOW_MS = 24 * 3_600_000;

export async function memberAuth(
  ctx: TargetContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const { corpId, targetUserId: userId, now } = ctx;
  const person = await findIdentity(ctx.db, userId);
  const membership = await findMembership(ctx.db, corpId, userId);
  if (person === null || membership === null) throw refuseFor('NOT_MEMBER');
  const isOwnAct = actsInOwnSession(ctx) || input.verifyCode !== undefined;
  // Checked first: for a person who has not accepted, correct and incorrect data get the same answer.
  if (!isOwnAct && needsConfirmation(membership, person)) throw refuseFor('CONFIRMATION_REQUIRED');
  const info = readAuthInfo(input);
  if (info === null) throw refuse('AUTH_INFO_INVALID');
  const word = await wordOf(ctx, person, input.verifyCode);
  if (word.kind === 'proven' && isSomebodyElse(ctx, info, { person, membership })) {
    return takeOver(ctx, info, { person, membership, by: word.by });
  }
  await checkInfo(ctx, info, { person, membership, word });
  const verification = await prepareVerification(ctx.services, corpId, userId, info, ctx.appId);
  return ctx.act(async (tx) => {
    const outcome = await applyVerification(tx, verification, word, now);
    const about = aboutMember(corpId, userId);
    await publish(tx, now, [
      outcome === 'replaced' ? memberPasswordReplaced.event(about) : memberVerified.event(about),
    ]);
    // A known person is notified if somebody else sets a password in their name.
    if (outcome !== 'verified') await notifyPerson(ctx, tx, person.mobile);
    return {};
  });
}

/** @throws Refusal 1401 if a code is given that was not sent to them for this enterprise */
async function wordOf(
  ctx: TargetContext,
  { mobile }: StoredIdentity,
  verifyCode: string | undefined,
): Promise<Word> {
  if (actsInOwnSession(ctx)) return { kind: 'proven', by: 'page' };
  if (verifyCode === undefined) return { kind: 'asserted', appId: ctx.appId };
  const { appId, corpId, now } = ctx;
  await requireCodeToJoin(ctx, { mobile, appId, corpId, code: verifyCode, now });
  return { kind: 'proven', by: 'code' };
}

/**
 * Whether the number differs from the one proven for the mobile, and the enterprise does not know its member otherwise.
 */
function isSomebodyElse(
  { services }: TargetContext,
  info: AuthInfo,
  { person, membership }: Pick<Known, 'person' | 'membership'>,
): boolean {
  if (person.verifiedAt === null || membership.identity === 'proven') return false;
  return !sameNumber(person, { identNumIndex: identNumIndex(services, info.identNum) });
}

async function takeOver(
  ctx: TargetContext,
  info: AuthInfo,
  { person, membership, by }: Pick<Known, 'person' | 'membership'> & { readonly by: ProofOfIdentity },
): Promise<Record<string, never>> {
  const { corpId, targetUserId: formerId, now } = ctx;
  await askAboutPerson(ctx.services, info, person.mobile);
  const userId = await ctx.services.ids.next<'User'>();
  const { identity, passwordVerifier } = await prepareVerification(
    ctx.services,
    corpId,
    userId,
    info,
    ctx.appId,
  );
  return ctx.act(async (tx) => {
    const takeover = { formerId, userId, proof: { identity, by, corpId } };
    await takeOverMobile(tx, ctx.services.ids, takeover, now);
    await moveMembership(tx, membership, { corpId, userId, passwordVerifier, passwordBy: ctx.appId }, now);
    await publish(tx, now, [memberVerified.event(aboutMember(corpId, userId))]);
    return {};
  });
}

interface Known {
  readonly person: StoredIdentity;
  readonly membership: Membership;
  readonly word: Word;
}

/**
 * Compares name and number with those of a known person, or asks the registry about an unknown one.
 * @throws Refusal AUTH_INFO_INVALID, CREDENTIALS_LIMITED, 503
 */
async function checkInfo(ctx: TargetContext, info: AuthInfo, known: Known): Promise<void> {
  const { person, membership, word } = known;
  const isProof = word.kind === 'proven';
  const asserted =
    membership.identity === 'asserted' && !isProof
      ? await findAssertion(ctx.db, ctx.corpId, ctx.targetUserId)
      : null;
  if (asserted !== null) return compare(ctx, info, asserted);
  if (person.verifiedAt !== null) return compare(ctx, info, person);
  return askAboutPerson(ctx.services, info, person.mobile);
}

/** Limits guessing: resident numbers leave few digits to try. */
async function compare(
  ctx: TargetContext,
  info: AuthInfo,
  stored: { readonly realName: string | null; readonly identNumIndex: string | null },
): Promise<void> {
  const name = `identity:${ctx.corpId}:${ctx.targetUserId}`;
  // Counted before the comparison, so that concurrent attempts cannot exceed the limit.
  const tries = await countAttempt(ctx.db, name, WRONG_IDENTITIES_WINDOW_MS, ctx.now);
  if (tries.count > MAX_WRONG_IDENTITIES) {
    const seconds = Math.ceil((tries.windowEnd.getTime() - ctx.now.getTime()) / 1000);
    throw refuseFor('CREDENTIALS_LIMITED', undefined, Math.max(1, seconds));
  }
  const given = { realName: info.realName, identNumIndex: identNumIndex(ctx.services, info.identNum) };
  if (!sameIdentity(stored, given)) throw refuse('AUTH_INFO_INVALID');
  await uncountAttempt(ctx.db, name, tries.windowStart);
}

async function notifyPerson(ctx: TargetContext, tx: Tx, mobile: string): Promise<void> {
  await notify(tx, ctx.services, {
    said: { kind: 'passwordReplaced', facts: { corpName: await findCorpName(tx, ctx.corpId) } },
    to: { userId: ctx.targetUserId, mobile, corpIds: [ctx.corpId] },
    idempotencyKey: `password-replaced-${await ctx.services.ids.next()}`,
    now: ctx.now,
  });
}
