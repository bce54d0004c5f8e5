import { maskMobile } from '../../custody/masking.js';
import type { Db, Tx } from '../../database/schema.js';
import type { MobileChangesTable } from '../../database/tables/members.js';
import { violatedUniqueIndex } from '../../database/violated-unique-index.js';
import type { Context, UserId } from '../../operation/context.js';
import { Refusal, refuse } from '../../operation/refusal.js';
import { hasOwnContracts } from '../flows/index.js';
import { endAccessByMobile } from '../links/index.js';
import {
  giveMobileTo,
  lockIdentity,
  lockUsers,
  loseMobile,
  membershipsOf,
  recordMobileChange,
  type StoredIdentity,
  sameNumber,
  userByMobile,
} from '../members/index.js';
import { sendNotice } from '../sms/index.js';
import { type Holder, mobileVerdict } from './rules.js';

export type Step = Pick<Context, 'db' | 'services' | 'now'>;

export interface Visitor {
  readonly address: string;
  readonly device: string | null;
}

export interface NewMobile {
  readonly userId: UserId;
  /** Proven to be in their possession. */
  readonly mobile: string;
  /** The previous mobile, if proven to be in their possession too; null if a face check replaces that proof. */
  readonly former: string | null;
  readonly provenBy: Exclude<MobileChangesTable['proven_by'], 'identity'>;
  readonly from: Visitor;
}

/**
 * Assigns the mobile to this person. Its previous holder, if permitted, is left without one. Sessions and links of
 * either mobile end, the change and its proof are recorded, and both mobiles and all enterprises concerned are
 * notified.
 * @throws Refusal 409 with the reason and what to do
 */
export async function giveMobile(
  tx: Tx,
  { services, now }: Pick<Step, 'services' | 'now'>,
  { userId, mobile, former, provenBy, from }: NewMobile,
): Promise<void> {
  const holder = await lockHolder(tx, userId, mobile);
  const person = await lockIdentity(tx, userId);
  if (person === null) throw refuse('404');
  if (person.mobile === mobile) throw refuse('409', { zh: '已是您的手机号', en: 'is your mobile already' });
  // Changed by another request of theirs, or lost, since the code was sent to it.
  if (former !== null && person.mobile !== former) throw passedOn();
  const verdict = mobileVerdict(person.verifiedAt !== null, await standingOf(tx, person, holder));
  if (verdict.kind === 'refused') throw new Refusal('409', verdict.words);
  if (holder !== null) {
    const lost = { userId: holder, mobile, provenBy, becauseOf: userId, from };
    await loseMobile(tx, services.ids, lost, now);
  }
  await giveMobileTo(tx, userId, mobile);
  await endAccessByMobile(tx, userId, now);
  const change = { userId, former: person.mobile, mobile, provenBy, becauseOf: null, from };
  await recordMobileChange(tx, services.ids, change, now);
  await notifyBoth(tx, `mobile-change-${await services.ids.next()}`, person.mobile, mobile, now);
}

/**
 * The present holder of the mobile, if any; both persons are locked in a fixed order, so that two who exchange mobiles
 * cannot deadlock.
 * @throws Refusal 409 if it has passed on meanwhile
 */
async function lockHolder(tx: Tx, userId: UserId, mobile: string): Promise<UserId | null> {
  const holder = (await userByMobile(tx, mobile))?.userId ?? null;
  await lockUsers(tx, holder === null ? [userId] : [userId, holder]);
  const present = (await userByMobile(tx, mobile))?.userId ?? null;
  if (present !== holder) throw passedOn();
  return holder === userId ? null : holder;
}

async function standingOf(tx: Tx, person: StoredIdentity, holderId: UserId | null): Promise<Holder> {
  const holder = holderId === null ? null : await lockIdentity(tx, holderId);
  if (holder === null || holderId === null) return { kind: 'nobody' };
  const { identNumIndex } = holder;
  if (holder.verifiedAt === null || identNumIndex === null) {
    return { kind: 'unproven', hasAnything: await hasAnything(tx, holderId) };
  }
  if (person.verifiedAt === null || !sameNumber(person, { identNumIndex })) return { kind: 'somebodyElse' };
  return { kind: 'samePerson', hasAnything: await hasAnything(tx, holderId) };
}

/** Whether the account has contracts of its own, or memberships or invitations. */
export async function hasAnything(db: Db, userId: UserId): Promise<boolean> {
  return (await membershipsOf(db, userId)).length > 0 || hasOwnContracts(db, userId);
}

/** The old mobile is notified too, so that nobody loses it without knowing. */
async function notifyBoth(tx: Tx, key: string, former: string, mobile: string, now: Date): Promise<void> {
  for (const [who, to] of Object.entries({ old: former, new: mobile })) {
    await sendNotice(tx, {
      mobile: to,
      template: 'mobileChanged',
      parameters: { mobile: maskMobile(mobile) },
      idempotencyKey: `${key}-${who}`,
      now,
    });
  }
}

/** Retries the assignment if a new person appears under that mobile concurrently. */
export async function whileFree<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw violatedUniqueIndex(error) === 'users_mobile_key' ? passedOn() : error;
  }
}

function passedOn(): Refusal {
  return refuse('409', { zh: '手机号刚有变动，请重试', en: 'the mobile has changed just now, try again' });
}
