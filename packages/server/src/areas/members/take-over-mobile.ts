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
  /** The previous holder of the mobile, who has proven another ID document number. */
  readonly formerId: UserId;
  /** Id for the person who proves their identity now. */
  readonly userId: UserId;
  readonly proof: Proof;
}

/**
 * Network operators reassign numbers. A person who proves another ID document number for a mobile is another person,
 * and becomes a user of their own. Nothing passes to them: the previous holder keeps their contracts and memberships
 * without a mobile, and sessions opened by it end.
 * @throws Refusal AUTH_INFO_INVALID if this is not the case (any more)
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

/** The mobile passes to somebody else: the previous holder keeps everything except the access that it gave. */
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
