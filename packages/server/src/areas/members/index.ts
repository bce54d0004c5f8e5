/** Persons and their memberships: the area's public interface. */
import * as members from '@cinnabar/api/operations/members.js';
import { routesOf } from '../../operation/handler.js';
import * as handlers from './handlers.js';

export { findActingMember } from './acting-member-lookup.js';
export { addMember } from './add-member.js';
export { admitOfOwnAccord } from './admit-of-own-accord.js';
export { askAboutCorp } from './ask-registry.js';
export { changeRole } from './change-role.js';
export { confirmInvitation } from './confirm-invitation.js';
export { correctName } from './correct-name.js';
export { memberContradicted, memberMobileChanged, memberVerified, personMobileLost } from './events.js';
export { confirmByFace, hasProvenIdentity, memberIdentity, personIdentity } from './face-identity.js';
export { sameNumber } from './identity.js';
export { isIdle, notedProof, noteFace, noteProof } from './idle.js';
export type { Membership, User } from './membership.js';
export { mobileChangesOf, recordMobileChange } from './mobile-changes.js';
export { namedParties } from './named-parties-store.js';
export { type PasswordOrigin, passwordOrigin, setSigningPassword } from './password-store.js';
export { hasOwnPassword, setOwnPassword } from './person-password-store.js';
export { findPersonIn, identityIn } from './person-store.js';
export {
  closePersonalContracts,
  openedPersonalContracts,
  openPersonalContracts,
} from './personal-contracts.js';
export type { PreparedIdentity } from './prepared-identity.js';
export { saveProof } from './prove-identity.js';
export { type Identity, mayActAs, memberView, namesMatch, readIdentity } from './rules.js';
export { checkOwnPassword, checkSigningPassword, makeOwnVerifier, makeVerifier } from './signing-password.js';
export {
  confirmedMemberships,
  countValidMembers,
  deleteMembership,
  findMembership,
  findOwner,
  handOverOwnership,
  lockMembership,
  lockValidMembers,
  memberByMobile,
  membershipsOf,
  membersWithRoles,
  pageOfMembers,
} from './store.js';
export { loseMobile, takeOverMobile } from './take-over-mobile.js';
export {
  areOnePerson,
  ensureUser,
  findUser,
  giveMobileTo,
  lockIdentity,
  lockUsers,
  mobilesOf,
  mobilesTogether,
  provenByNumber,
  type StoredIdentity,
  userByMobile,
} from './user-store.js';
export { identNumIndex, prepareIdentity, verifyMember } from './verification.js';
export { verifyOneself } from './verify-oneself.js';

export const memberRoutes = routesOf(members, handlers);
