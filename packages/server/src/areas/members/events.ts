import { topic } from '../../jobs/outbox.js';
import type { CorpId, UserId } from '../../operation/context.js';

interface AboutMember {
  readonly userId: UserId;
}

/** A person has been verified in an enterprise, or is known to be. */
export const memberVerified = topic<AboutMember>('member.verified');
/** A person's proven identity contradicts what the enterprise asserted, and they are invited again. */
export const memberContradicted = topic<AboutMember>('member.contradicted');
/** A member's mobile has changed or been lost. */
export const memberMobileChanged = topic<AboutMember>('member.mobileChanged');
/** A person's mobile has passed to somebody else, and they have none; of no enterprise. */
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
