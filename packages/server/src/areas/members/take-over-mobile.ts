import type { IdSource } from '../../database/ids.js';
import type { Tx } from '../../database/schema.js';
import { publish } from '../../jobs/outbox.js';
import type { UserId } from '../../operation/context.js';
import { refuse } from '../../operation/refusal.js';
import { endAccessByMobile } from '../links/index.js';
import { aboutPerson, personMobileLost } from './events.js';
import { sameNumber } from './identity.js';
import { type MobileChange, recordMobileChange } from './mobile-changes.js';
import type { Proof } from './prove-identity.js';
import { insertProvenUser, lockIdentity, takeMobileFrom } from './user-store.js';

export interface Takeover {
  /** Who had the mobile, and has proven another ID document number. */
  readonly formerId: UserId;
  /** For the person who proves theirs now. */
  readonly userId: UserId;
  readonly proof: Proof;
}

/**
 * Network operators give numbers to somebody else. Anyone who proves another ID document number for a mobile is another
 * person, and becomes a user of their own. Nothing of the previous one passes on: they keep their contracts and
 * memberships without a mobile, and whoever was signed in in their name by it is not any more.
 * @throws Refusal AUTH_INFO_INVALID where that is not so (any more)
 */
export async function takeOverMobile(
  tx: Tx,
  ids: IdSource,
  { formerId, userId, proof }: Takeover,
  now: Date,
): Promise<void> {
  const former = await lockIdentity(tx, formerId);
  const isOther =
    former !== null &&
    former.verifiedAt !== null &&
    former.mobile !== '' &&
    !sameNumber(former, proof.identity);
  if (!isOther) throw refuse('AUTH_INFO_INVALID');
  const { identity, by, corpId } = proof;
  const provenBy = by === 'face' ? 'face' : 'identity';
  const lost = { userId: formerId, mobile: former.mobile, provenBy, becauseOf: userId, from: null } as const;
  await loseMobile(tx, ids, lost, now);
  await insertProvenUser(tx, userId, former.mobile, { ...identity, provenBy: by, provenIn: corpId }, now);
}

/** Somebody else has the mobile from now on: whoever had it keeps everything but the ways in that it opened. */
export async function loseMobile(
  tx: Tx,
  ids: IdSource,
  { mobile, ...lost }: Omit<MobileChange, 'former'>,
  now: Date,
): Promise<void> {
  await takeMobileFrom(tx, lost.userId);
  await endAccessByMobile(tx, lost.userId, now);
  await recordMobileChange(tx, ids, { ...lost, former: mobile, mobile: '' }, now);
  await publish(tx, now, [personMobileLost.event(aboutPerson(lost.userId))]);
}
