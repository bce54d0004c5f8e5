import type { UserId } from '../../context.js';
import type { Tx } from '../../database/schema.js';
import { refuse } from '../../refusal.js';
import { endSessionsOfPerson } from '../links/index.js';
import { sameNumber } from './identity.js';
import type { Proof } from './prove-identity.js';
import { insertProvenUser, lockIdentity, takeMobileFrom } from './user-store.js';

export interface Takeover {
  /** Who had the mobile, and has proven another ID document number. */
  readonly formerId: UserId;
  /** For whoever proves theirs now. */
  readonly userId: UserId;
  readonly proof: Proof;
}

/**
 * Network operators give numbers to somebody else. Whoever proves another ID document number for a mobile is another
 * person, and becomes a user of their own. Nothing of the one before passes on: they keep their contracts and
 * memberships without a mobile, and whoever was signed in in their name by it is not any more.
 * @throws Refusal AUTH_INFO_INVALID where that is not so (any more)
 */
export async function takeOverMobile(
  tx: Tx,
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
  await takeMobileFrom(tx, formerId);
  const { identity, by, corpId } = proof;
  await insertProvenUser(tx, userId, former.mobile, { ...identity, provenBy: by, provenIn: corpId }, now);
  await endSessionsOfPerson(tx, formerId);
}
