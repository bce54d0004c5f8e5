import { topic } from '../../jobs/outbox.js';
import type { CorpId, UserId } from '../../operation/context.js';

interface AboutMember {
  readonly userId: UserId;
}

/** A person is verified, or known to be so, in an enterprise from now on. */
export const memberVerified = topic<AboutMember>('member.verified');
/** A person proved to be somebody else than the enterprise had asserted, and is invited again. */
export const memberContradicted = topic<AboutMember>('member.contradicted');
/** A member has another mobile, or none any more. */
export const memberMobileChanged = topic<AboutMember>('member.mobileChanged');
/** Somebody else has a person's mobile, and they have none any more; of no enterprise. */
export const personMobileLost = topic<AboutMember>('person.mobileLost');
/** An application set a new signing password for a verified member. */
export const memberPasswordReplaced = topic<AboutMember>('member.passwordReplaced');

export function aboutPerson(userId: UserId): Parameters<typeof personMobileLost.event>[0] {
  return { corpId: 0, stream: `person:${userId}`, payload: { userId } };
}

/** Events of a member keep their order within `member:<corpId>:<userId>`. */
export function aboutMember(corpId: CorpId, userId: UserId): Parameters<typeof memberVerified.event>[0] {
  return { corpId, stream: `member:${corpId}:${userId}`, payload: { userId } };
}
