import type { Tx } from '../../database/schema.js';
import { transact } from '../../database/transact.js';
import type { UserId } from '../../operation/context.js';
import { refuse } from '../../operation/refusal.js';
import { type FaceParameters, findOrder, findOwnCheck, useFaceResult } from '../faces/index.js';
import { unlockPersonSession } from '../links/index.js';
import {
  correctName,
  identNumIndex,
  lockIdentity,
  noteFace,
  type PreparedIdentity,
  prepareIdentity,
  provenByNumber,
  sameNumber,
  saveProof,
  takeOverMobile,
} from '../members/index.js';
import { askerOf, checkPurpose, type OwnSession } from './begin-own-check.js';
import { giveMobile, hasAnything, type Step, type Visitor, whileFree } from './give-mobile.js';

/**
 * Outcome of a check, and the person of the session from then on.
 * - `returned`: active again after a long absence
 * - `renamed`: their name has been corrected
 * - `found`: their account under another number, which has this mobile now
 * - `proven`: the identity was unknown before, and is recorded as theirs
 * - `nothing`: they have no other account
 */
export interface OwnCheckOutcome {
  readonly kind: 'returned' | 'renamed' | 'found' | 'proven' | 'nothing';
  readonly userId: UserId;
}

/**
 * Applies what a passed check proves, only in the session that requested it. The result is consumed, whatever happens
 * next.
 * @throws Refusal 1403; 409 with the reason and what to do
 */
export async function finishOwnCheck(
  step: Step,
  session: OwnSession,
  given: FaceParameters,
  from: Visitor,
): Promise<OwnCheckOutcome> {
  const order = await findOrder(step.db, given.orderNo);
  const check = order === null ? null : await findOwnCheck(step.db, order.orderNo);
  if (order === null || check === null) throw refuse('1403');
  const { userId } = session;
  const ctx = { ...step, appId: askerOf(session), corpId: null, actingMember: { userId } };
  const use = { purpose: order.purpose, businessIds: [userId], suffices: () => true };
  if ((await useFaceResult(ctx, use, given)) === 'wrong') throw refuse('1403');
  const identity = {
    realName: check.realName,
    identNum: await identNumOf(step, check.orderNo, check.identNum),
  };
  switch (order.purpose) {
    case 'ownReturn':
      await transact(step.db, (tx) => welcomeBack(tx, session, step.now));
      return { kind: 'returned', userId };
    case 'ownName':
      await transact(step.db, (tx) => rename(tx, step, userId, identity.realName));
      return { kind: 'renamed', userId };
    case 'ownMobile':
      return whileFree(() => claimMobile(step, session, identity, from));
    default:
      throw refuse('1403');
  }
}

async function identNumOf({ services }: Step, orderNo: string, sealed: Uint8Array): Promise<string> {
  const bytes = await services.envelope.decrypt(0, checkPurpose(orderNo), sealed);
  return Buffer.from(bytes).toString('utf8');
}

async function welcomeBack(tx: Tx, { userId, sessionHash }: OwnSession, now: Date): Promise<void> {
  await noteFace(tx, userId, now);
  await unlockPersonSession(tx, sessionHash);
}

async function rename(tx: Tx, { services, now }: Step, userId: UserId, realName: string): Promise<void> {
  const reason = '本人人脸核验';
  const verdict = await correctName(tx, services.ids, { userId, realName, reason, by: 'face', now });
  if (verdict.kind !== 'corrected') throw refuse('409');
  await noteFace(tx, userId, now);
}

/** The mobile of this session belongs to the person who has just passed the check. */
async function claimMobile(
  step: Step,
  session: OwnSession,
  identity: { readonly realName: string; readonly identNum: string },
  from: Visitor,
): Promise<OwnCheckOutcome> {
  const { db, services, now } = step;
  const { userId } = session;
  const index = identNumIndex(services, identity.identNum);
  const freshId = await services.ids.next<'User'>();
  // Encrypted before the transaction, for either person to whom it may belong.
  const asThemselves = await prepareIdentity(services, userId, identity);
  const asSomebodyNew = await prepareIdentity(services, freshId, identity);
  return transact(db, async (tx): Promise<OwnCheckOutcome> => {
    const holder = await lockIdentity(tx, userId);
    if (holder === null || holder.mobile === '') throw refuse('409');
    const former = await otherAccount(tx, userId, index);
    if (former !== null) {
      const given = { userId: former, mobile: holder.mobile, former: null, provenBy: 'face', from } as const;
      await giveMobile(tx, step, given);
      await noteFace(tx, former, now);
      return { kind: 'found', userId: former };
    }
    if (holder.verifiedAt !== null && sameNumber(holder, { identNumIndex: index })) {
      await welcomeBack(tx, session, now);
      return { kind: 'nothing', userId };
    }
    if (holder.verifiedAt === null) {
      await saveProof(tx, userId, holder, byFace(asThemselves), now);
      return { kind: 'proven', userId };
    }
    const takeover = { formerId: userId, userId: freshId, proof: byFace(asSomebodyNew) };
    await takeOverMobile(tx, services.ids, takeover, now);
    return { kind: 'proven', userId: freshId };
  });
}

/** The account to be recovered: one with content, preferably without a mobile; null if there is none. */
async function otherAccount(tx: Tx, userId: UserId, index: string): Promise<UserId | null> {
  const others = (await provenByNumber(tx, index)).filter((each) => each.userId !== userId);
  for (const other of others) {
    if (await hasAnything(tx, other.userId)) return other.userId;
  }
  return null;
}

function byFace(identity: PreparedIdentity) {
  return { identity, by: 'face', corpId: null } as const;
}
