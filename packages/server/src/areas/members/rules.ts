import { coversRole, roles as everyRole, type Role } from '@cinnabar/api/permissions.js';
import type { ListedMember, Member } from '@cinnabar/api/schemas/member.js';
import { maskEmail } from '../../custody/masking.js';
import type { Membership } from './membership.js';

/** Middle dots within names, in all the characters that keyboards and registers use for them. */
const MIDDLE_DOTS = /[\u00b7\u0387\u16eb\u2022\u2027\u2219\u22c5\u25cf\u2e31\u2e33\u30fb]/gu;

/** The form in which names are compared: without spaces, width differences and middle dots. */
export function nameKey(name: string): string {
  // NFKC widens the half-width katakana dot, and narrows full-width letters.
  return name
    .normalize('NFKC')
    .replace(MIDDLE_DOTS, '')
    .replace(/[\s\p{Cf}]+/gu, '');
}

/** Whether a name given for a person is theirs: the verified name, or the name that they use in the enterprise. */
export function namesMatch(
  given: string,
  person: { readonly realName: string | null; readonly userName: string | null },
): boolean {
  const key = nameKey(given);
  if (key === '') return false;
  return [person.realName, person.userName].some((name) => name !== null && nameKey(name) === key);
}

export interface Identity {
  readonly realName: string;
  /** Upper case, without surrounding spaces. */
  readonly identNum: string;
}

export interface AuthInfo extends Identity {
  readonly signPwd: string;
}

/** Name and ID document number in stored form; null if either is invalid. */
export function readIdentity(given: Identity): Identity | null {
  const realName = readName(given.realName);
  const identNum = given.identNum.trim().toUpperCase();
  return realName !== null && /^[0-9A-Z]{6,32}$/.test(identNum) ? { realName, identNum } : null;
}

/** A name in stored form, 2 to 50 characters; null if it is invalid. */
export function readName(given: string): string | null {
  const name = given.normalize('NFC').trim();
  const length = [...name].length;
  // Control characters and direction marks would display a name as another one.
  if (length < 2 || length > 50 || /[\p{Cc}\p{Cf}]/u.test(name) || nameKey(name) === '') return null;
  return name;
}

/**
 * Name, ID document number and signing password in stored form; null if one is invalid. A name has 2 to 50 characters,
 * a number 6 to 32 letters and digits, a password 6 digits.
 */
export function readAuthInfo(given: AuthInfo): AuthInfo | null {
  const identity = readIdentity(given);
  if (identity === null || !/^[0-9]{6}$/.test(given.signPwd)) return null;
  return { ...identity, signPwd: given.signPwd };
}

/** The outcome of adding a person to an enterprise. */
export type Admission = 'exists' | 'valid' | 'invited';

/**
 * A person with a proven identity decides for themselves: an enterprise that knows only a mobile may invite them, and
 * they act for it once they accept. The same holds for former members, who may have left for good.
 *
 * @param membership the person's present membership in the enterprise
 */
export function admit(membership: Pick<Membership, 'state'> | null, personProven: boolean): Admission {
  if (membership === null) return personProven ? 'invited' : 'valid';
  return membership.state === 'deleted' ? 'invited' : 'exists';
}

/**
 * Whether a member has to accept before their enterprise can assert or learn their identity: name and number are known
 * to many people, and are no consent.
 */
export function needsConfirmation(
  membership: Pick<Membership, 'state' | 'identity'>,
  person: { readonly verifiedAt: Date | null },
): boolean {
  return membership.identity === null && (membership.state === 'invited' || person.verifiedAt !== null);
}

/**
 * Whether somebody may open the pages as a member: only a member without rights beyond their own.
 *
 * @param held roles of the requester
 * @param roles roles of the member
 */
export function mayActAs(held: readonly Role[], roles: readonly Role[]): boolean {
  if (held.includes('OWNER')) return true;
  if (held.includes('ADMIN')) return !roles.includes('OWNER');
  return roles.every((role) => held.includes(role));
}

/**
 * The roles of a member after a change. An enterprise has exactly one owner, a valid member: the role moves to another
 * valid member and is never merely removed.
 */
export function roleChange(
  member: Pick<Membership, 'state' | 'roles'>,
  { role, held }: { readonly role: Role; readonly held: boolean },
): readonly Role[] | 'handOver' | 'notValid' | 'lastOwner' {
  if (role !== 'OWNER') {
    const others = member.roles.filter((each) => each !== role);
    return held ? [...others, role] : others;
  }
  if (member.roles.includes('OWNER')) return held ? member.roles : 'lastOwner';
  if (!held) return member.roles;
  return member.state === 'valid' ? 'handOver' : 'notValid';
}

/**
 * The roles of a member after somebody has set them, in the order of all roles; or why they cannot: `beyond` their own,
 * or `ownership`, which passes by the operator or a face check of the legal representative only.
 *
 * @param held roles of whoever sets them
 * @param present the member's present roles
 * @param wanted the roles that the member shall have
 */
export function rolesSetBy(
  held: readonly Role[],
  present: readonly Role[],
  wanted: readonly Role[],
): readonly Role[] | 'beyond' | 'ownership' {
  if (wanted.includes('OWNER') !== present.includes('OWNER')) return 'ownership';
  if (!mayActAs(held, present)) return 'beyond';
  const changed = everyRole.filter((role) => wanted.includes(role) !== present.includes(role));
  const isBeyond = changed.some((role) =>
    role === 'ADMIN' ? !held.includes('OWNER') : !coversRole(held, role),
  );
  return isBeyond ? 'beyond' : everyRole.filter((role) => wanted.includes(role));
}

/** A member in the form of answers. */
export function memberView(membership: Membership): Member {
  return {
    userId: membership.userId,
    userName: membership.userName,
    mobile: membership.mobile,
    realName: membership.realName,
    realNameStatus: membership.realName === null ? 0 : 1,
    userStatus: membership.state === 'deleted' ? 1 : 0,
  };
}

/** What a member has to do with, in numbers. */
export interface MemberTasks {
  /** Authorisations of seals in force. */
  readonly seals: number;
  /** Contracts that await them for the enterprise. Confidential ones are left out, here and below. */
  readonly awaiting: number;
  /** Open contracts that they have started. */
  readonly initiated: number;
}

/** A member in the list of members. */
export function listedMemberView(
  membership: Membership,
  tasks: MemberTasks | undefined,
  mail: { readonly address: string; readonly hasFailed: boolean } | undefined,
): ListedMember {
  const { jobNum, roles, state } = membership;
  return {
    ...memberView(membership),
    jobNum,
    email: mail === undefined ? null : maskEmail(mail.address),
    emailFailed: mail?.hasFailed ?? false,
    roles: [...roles],
    invited: state === 'invited',
    sealNum: tasks?.seals ?? 0,
    awaitingNum: tasks?.awaiting ?? 0,
    initiatedNum: tasks?.initiated ?? 0,
  };
}
