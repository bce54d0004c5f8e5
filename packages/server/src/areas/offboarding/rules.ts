import type { Operator } from '../../context.js';
import type { Words } from '../../refusal.js';
import type { UnfinishedPart } from '../flows/index.js';
import type { Membership } from '../members/index.js';

/** As many flows as a refusal names. */
export const FLOWS_NAMED = 5;

/** Why the member cannot be deleted by this operator, or null. */
export function refusalToDelete(
  operator: Pick<Operator, 'userId'>,
  member: Pick<Membership, 'userId' | 'roles'>,
  unfinished: readonly UnfinishedPart[],
): Words | null {
  if (member.roles.includes('OWNER')) return { zh: '企业所有者', en: 'the owner' };
  if (member.userId === operator.userId) return { zh: '操作人本人', en: 'the operator themselves' };
  if (unfinished.length === 0) return null;
  const named = unfinished.slice(0, FLOWS_NAMED).map(nameOf);
  return {
    zh: `尚有未完成的合同 ${named.join('、')}`,
    en: `unfinished flows ${named.join(', ')}`,
  };
}

/** Who deletes members need not be somebody who may see a confidential contract: its number tells nothing. */
function nameOf({ flowCode, title, confidential }: UnfinishedPart): string {
  return confidential ? flowCode : `《${title}》(${flowCode})`;
}
