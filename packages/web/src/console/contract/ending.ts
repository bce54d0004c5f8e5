import { FlowStatus, SignStatus } from '@cinnabar/api/enums.js';
import type { Task } from './task.js';

/** How a contract ended without being completed. A reason without words is empty. */
export type Ending =
  | { readonly kind: 'refused'; readonly by: string | null; readonly reason: string }
  | { readonly kind: 'revoked'; readonly reason: string }
  | { readonly kind: 'expired'; readonly deadline: string | null };

type Fields = Pick<Task, 'flowStatus' | 'flowDesc' | 'expireDate' | 'participantList'>;

/** @returns null while the contract is in progress, and when it is completed */
export function endingOf({ flowStatus, flowDesc, expireDate, participantList }: Fields): Ending | null {
  // In these final states, flowDesc contains the reason instead of the remark.
  switch (flowStatus) {
    case FlowStatus.refused: {
      const party = participantList.find(({ signStatus }) => signStatus === SignStatus.refused);
      const names = party === undefined ? [] : [party.participantCorpName, party.psnName];
      return {
        kind: 'refused',
        by: names.filter((name) => name !== '').join(' · ') || null,
        reason: flowDesc,
      };
    }
    case FlowStatus.revoked:
      return { kind: 'revoked', reason: flowDesc };
    case FlowStatus.expired:
      return { kind: 'expired', deadline: expireDate };
    default:
      return null;
  }
}
