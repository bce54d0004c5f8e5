/** What a face check needs to know of a person, and what it proves. */
import type { Context, CorpId, UserId } from '../../context.js';
import type { Db, Tx } from '../../database/schema.js';
import { publish } from '../../jobs/outbox.js';
import { refuseFor } from '../../refusal.js';
import type { Services } from '../../services.js';
import { aboutMember, memberVerified } from './events.js';
import type { Identity } from './rules.js';
import { confirmMembership, lockMembership } from './store.js';
import { findEncryptedIdentity, findIdentity, lockIdentity, saveIdentity } from './user-store.js';
import { identNumIndex, identNumPurpose, type PreparedIdentity, sameIdentity } from './verification.js';

/** Name and number of a verified person in the clear, for who compares a face with them; null for everybody else. */
export async function personIdentity(
  { db, services }: Pick<Context, 'db' | 'services'>,
  userId: UserId,
): Promise<Identity | null> {
  const stored = await findEncryptedIdentity(db, userId);
  if (stored === null) return null;
  const identNum = await services.envelope.decrypt(0, identNumPurpose(userId), stored.identNum);
  return { realName: stored.realName, identNum: Buffer.from(identNum).toString('utf8') };
}

/**
 * Whether the person has proven to be of this name and ID document number. What somebody else has said of them is not
 * enough.
 */
export async function hasProvenIdentity(
  db: Db | Tx,
  services: Pick<Services, 'masterKey'>,
  userId: UserId,
  { realName, identNum }: Identity,
): Promise<boolean> {
  const stored = await findIdentity(db, userId);
  if (stored === null || stored.verified_at === null) return false;
  return sameIdentity(stored, { realName, identNumIndex: identNumIndex(services, identNum) });
}

/** What a passed check has shown. */
export interface ShownFace {
  readonly begunAt: Date;
  /** Who it was, where the check found that out. */
  readonly identity: PreparedIdentity | null;
}

/**
 * A member has shown by their face who they are: verified from now on where they were not and the check found out who
 * they are, and a member of their own accord where they were only invited.
 * @throws Refusal NOT_MEMBER
 */
export async function confirmByFace(
  tx: Tx,
  corpId: CorpId,
  userId: UserId,
  { begunAt, identity }: ShownFace,
  now: Date,
): Promise<void> {
  const person = await lockIdentity(tx, userId);
  const membership = await lockMembership(tx, corpId, userId);
  if (person === null || membership === null || membership.state === 'deleted') throw refuseFor('NOT_MEMBER');
  if (membership.realName !== null) return;
  if (person.verified_at === null) {
    if (identity === null) return;
    await saveIdentity(tx, userId, { ...identity, verifiedAt: now });
  } else if (person.verified_at >= begunAt && (identity === null || !sameIdentity(person, identity))) {
    // Nobody was compared with the person when the check began, since nobody knew yet who they are: it was some face.
    return;
  }
  await confirmMembership(tx, corpId, userId, now);
  await publish(tx, now, [memberVerified.event(aboutMember(corpId, userId))]);
}
