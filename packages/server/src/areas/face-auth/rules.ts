import type { UserId } from '../../operation/context.js';
import { invalidField, refuse } from '../../operation/refusal.js';
import type { FacePurpose } from '../faces/index.js';
import { type Identity, namesMatch, readIdentity } from '../members/index.js';

/** Limit of subjects of one check. */
const MAX_IDS = 100;
/** Several flows or approvals may be checked at once; a person or an enterprise only singly. */
const batches: readonly FacePurpose[] = ['signContract', 'approvalSign'];

/**
 * Parses the business ids of a request: one number, or several separated by commas.
 * @throws Refusal 400 naming `id`
 */
export function readBusinessIds(given: string, purpose: FacePurpose): readonly number[] {
  const parts = given.split(',').map((part) => part.trim());
  const ids = parts.map((part) => (/^\d{1,16}$/.test(part) ? Number(part) : 0));
  if (ids.some((each) => each < 1 || !Number.isSafeInteger(each))) {
    throw invalidField('id', { zh: '须为编号，多个以逗号分隔', en: 'must be ids with commas between them' });
  }
  const most = batches.includes(purpose) ? MAX_IDS : 1;
  const different = [...new Set(ids)];
  if (different.length <= most) return different;
  throw invalidField('id', { zh: `最多 ${most} 个编号`, en: `must be ${most} ids at most` });
}

/**
 * Whether an acting member may have a member's face checked: their own, or anyone's with the right to manage members.
 */
export function mayCheckFaceOf(
  actingMember: { readonly userId: UserId; readonly managesMembers: boolean },
  userId: number,
): boolean {
  return actingMember.managesMembers || actingMember.userId === userId;
}

/**
 * Whether a check may return to an address: anywhere unless the operator names origins, and always to our own pages.
 * @param address an http or https address
 */
export function mayReturnTo(
  address: string,
  {
    faceCallbackOrigins,
    baseUrl,
  }: { readonly faceCallbackOrigins: readonly string[]; readonly baseUrl: string },
): boolean {
  if (faceCallbackOrigins.length === 0) return true;
  const { origin } = new URL(address);
  return origin === new URL(baseUrl).origin || faceCallbackOrigins.includes(origin);
}

interface NamedLegalRep {
  readonly legalRepName?: string | undefined;
  readonly legalRepIdentNo?: string | undefined;
}

/**
 * The legal representative named by a request; null if it names nobody.
 * @param isRequired if none is on record: without a name any face would pass the comparison
 * @throws Refusal 400 naming the missing field, AUTH_INFO_INVALID for an invalid name or number
 */
export function readNamedLegalRep(
  { legalRepName, legalRepIdentNo }: NamedLegalRep,
  isRequired: boolean,
): Identity | null {
  if (legalRepName === undefined && legalRepIdentNo === undefined && !isRequired) return null;
  const missing = {
    zh: '企业尚无法定代表人信息，必填',
    en: 'is required: no legal representative is on record',
  };
  if (legalRepName === undefined) throw invalidField('legalRepName', missing);
  if (legalRepIdentNo === undefined) throw invalidField('legalRepIdentNo', missing);
  const identity = readIdentity({ realName: legalRepName, identNum: legalRepIdentNo });
  if (identity === null) throw refuse('AUTH_INFO_INVALID');
  return identity;
}

export function isSamePerson(one: Identity, other: Identity | null): boolean {
  if (other === null || one.identNum !== other.identNum.trim().toUpperCase()) return false;
  return namesMatch(one.realName, { realName: other.realName, userName: null });
}
