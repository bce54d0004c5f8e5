import type { WaitReason } from '@cinnabar/api/schemas/waiting.js';

/** What removes the obstacle; it stands beside the reason. */
export type Remedy = 'remind' | 'replace' | 'approvals' | 'requests' | 'seals';

export function remedyOf(why: WaitReason): Remedy {
  switch (why) {
    case 'contractApprovalPending':
    case 'sealApprovalPending':
      return 'approvals';
    case 'wrongPerson':
    case 'messageNotDelivered':
      return 'replace';
    case 'joinPending':
      return 'requests';
    case 'automaticSealNotPlaced':
    case 'sealNotUsable':
      return 'seals';
    default:
      return 'remind';
  }
}
