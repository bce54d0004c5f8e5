import type { UserId } from '../../context.js';
import { invalidField } from '../../refusal.js';
import type { FacePurpose } from '../faces/index.js';

/** As many things as one check can be about. */
const MOST_IDS = 100;
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
  const most = batches.includes(purpose) ? MOST_IDS : 1;
  const different = [...new Set(ids)];
  if (different.length <= most) return different;
  throw invalidField('id', { zh: `最多 ${most} 个编号`, en: `must be ${most} ids at most` });
}

/** Whether an operator may have a member's face checked: their own, or with the right to manage members. */
export function mayCheckFaceOf(
  operator: { readonly userId: UserId; readonly managesMembers: boolean },
  userId: number,
): boolean {
  return operator.managesMembers || operator.userId === userId;
}
