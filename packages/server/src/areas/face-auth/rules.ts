import type { UserId } from '../../operation/context.js';
import { invalidField, refuse } from '../../operation/refusal.js';
import type { FacePurpose } from '../faces/index.js';
import { type Identity, namesMatch, readIdentity } from '../members/index.js';

/** As many things as one check can be about. */
const MAX_IDS = 100;
/** A batch is signed or approved; a person or an enterprise is one. */
const batches: readonly FacePurpose[] = ['signContract', 'approvalSign'];

/**
 * The business ids of a request: a number, or several with commas between them.
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

/** Whether an acting member may have a member's face checked: their own, or with the right to manage members. */
export function mayCheckFaceOf(
  actingMember: { readonly userId: UserId; readonly managesMembers: boolean },
  userId: number,
): boolean {
  return actingMember.managesMembers || actingMember.userId === userId;
}

interface NamedLegalRep {
  readonly legalRepName?: string | undefined;
  readonly legalRepIdentNo?: string | undefined;
}

/**
 * Whom a request names as legal representative; null where it names nobody.
 * @param isRequired where none is on record: without one to compare with any face would do
 * @throws Refusal 400 naming the field that is missing, AUTH_INFO_INVALID for what is not a name or number
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
