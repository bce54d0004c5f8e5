import type { UserId } from '../../operation/context.js';
import type { Words } from '../../operation/refusal.js';
import type { UnfinishedPart } from '../flows/index.js';
import type { Membership } from '../members/index.js';

/** Limit of flows named in a refusal. */
export const FLOWS_NAMED = 5;

/** Tasks that would be left unfinished. */
export interface LeftBehind {
  readonly unfinished: readonly UnfinishedPart[];
  /** The seal of an open approval that only this examiner can decide. */
  readonly sealName: string | null;
}

/** Why the membership cannot be ended by that person; null if it can. */
export function refusalToDelete(
  by: UserId | 'themselves',
  member: Pick<Membership, 'userId' | 'roles'>,
  { unfinished, sealName }: LeftBehind,
): Words | null {
  if (member.roles.includes('OWNER')) {
    return by === 'themselves'
      ? { zh: '您是企业所有者', en: 'you are its owner' }
      : { zh: '企业所有者', en: 'the owner' };
  }
  if (member.userId === by) return { zh: '操作人本人', en: 'the acting member' };
  if (unfinished.length === 0) return sealName === null ? null : soleExaminer(sealName);
  const named = unfinished.slice(0, FLOWS_NAMED).map(nameOf);
  return {
    zh: `尚有未完成的合同 ${named.join('、')}`,
    en: `unfinished flows ${named.join(', ')}`,
  };
}

/** The same reason worded for a member who wants to leave, with what they can do. */
export function refusalToLeave({ zh, en }: Words): Words {
  return {
    zh: `暂时不能退出：${zh}。处理完毕或由他人接手后即可退出`,
    en: `You cannot leave yet: ${en}. Finish this first, or have somebody else take it over`,
  };
}

function soleExaminer(sealName: string): Words {
  return {
    zh: `印章“${sealName}”的唯一审批人，尚有待审批的用印`,
    en: `the only examiner of the seal “${sealName}”, for which an approval waits`,
  };
}

/**
 * A manager of members may have no access to a confidential contract, so only its id is given, which reveals nothing.
 */
function nameOf({ flowCode, title, confidential }: UnfinishedPart): string {
  return confidential ? flowCode : `《${title}》(${flowCode})`;
}
