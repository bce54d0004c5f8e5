import type { Role } from '@cinnabar/api/permissions.js';
import type { Member } from '@cinnabar/api/schemas/member.js';
import type { Membership } from './membership.js';

/** Dots between the parts of a name, in all the characters that keyboards and registers use for them. */
const MIDDLE_DOTS = /[\u00b7\u0387\u16eb\u2022\u2027\u2219\u22c5\u25cf\u2e31\u2e33\u30fb]/gu;

/** A name as it is compared: without spaces, differences of width, and middle dots. */
export function nameKey(name: string): string {
  // NFKC turns the half-width katakana dot into its wide form, and wide letters into narrow ones.
  return name
    .normalize('NFKC')
    .replace(MIDDLE_DOTS, '')
    .replace(/[\s\p{Cf}]+/gu, '');
}

/**
 * Whether a name that somebody gave for a person is that person's: the verified name, or the name that they go by in
 * the enterprise.
 */
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
  /** Upper case, without spaces around it. */
  readonly identNum: string;
}

export interface AuthInfo extends Identity {
  readonly signPwd: string;
}

/** Name and ID document number in the form they are kept in, or null when one of them cannot be. */
export function readIdentity(given: Identity): Identity | null {
  const realName = readName(given.realName);
  const identNum = given.identNum.trim().toUpperCase();
  return realName !== null && /^[0-9A-Z]{6,32}$/.test(identNum) ? { realName, identNum } : null;
}

/** A name in the form it is kept in, or null when it cannot be: 2 to 50 characters. */
export function readName(given: string): string | null {
  const name = given.normalize('NFC').trim();
  const length = [...name].length;
  // Control characters and marks of direction would show a name as another one.
  if (length < 2 || length > 50 || /[\p{Cc}\p{Cf}]/u.test(name) || nameKey(name) === '') return null;
  return name;
}

/**
 * Name, ID document number and signing password in the form they are kept in, or null when one of them cannot be:
 * name 2 to 50 characters, number 6 to 32 letters and digits, password 6 digits.
 */
export function readAuthInfo(given: AuthInfo): AuthInfo | null {
  const identity = readIdentity(given);
  if (identity === null || !/^[0-9]{6}$/.test(given.signPwd)) return null;
  return { ...identity, signPwd: given.signPwd };
}

/** The outcome of adding a person to an enterprise. */
export type Admission = 'exists' | 'valid' | 'invited';

/**
 * Who has proven who they are belongs to themselves: an enterprise that knows no more than a mobile may invite them, and
 * they act for it once they agree. So does whoever was a member before: they may have parted for good.
 *
 * @param membership what the enterprise has of the person already
 */
export function admit(membership: Pick<Membership, 'state'> | null, personProven: boolean): Admission {
  if (membership === null) return personProven ? 'invited' : 'valid';
  return membership.state === 'deleted' ? 'invited' : 'exists';
}

/**
 * Whether a member has to agree before their enterprise can say or learn who they are: name and number are known to
 * many, and are no consent.
 */
export function needsConfirmation(
  membership: Pick<Membership, 'state' | 'identity'>,
  person: { readonly verifiedAt: Date | null },
): boolean {
  return membership.identity === null && (membership.state === 'invited' || person.verifiedAt !== null);
}

/**
 * Whether somebody may open the pages as a member: only as one who may do nothing that they themselves may not.
 *
 * @param held roles of who asks
 * @param roles roles of the member
 */
export function mayActAs(held: readonly Role[], roles: readonly Role[]): boolean {
  if (held.includes('OWNER')) return true;
  if (held.includes('ADMIN')) return !roles.includes('OWNER');
  return roles.every((role) => held.includes(role));
}

/**
 * The roles that a member has afterwards. An enterprise has exactly one owner, who acts: the role moves to another
 * valid member and is never just taken away.
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

/** A member as the interface shows them. */
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
