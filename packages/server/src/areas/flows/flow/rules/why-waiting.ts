/** Why a flow waits for somebody: the first obstacle on their way to the awaited act. */
import { OperateStatus } from '@cinnabar/api/enums.js';
import type { WaitReason } from '@cinnabar/api/schemas/waiting.js';
import { isNearDeadline } from './notices.js';
import type { Waiting } from './waiting.js';

/** Obstacles of a participant. */
export interface WaitFacts {
  /** The authorisation to place their seal automatically has expired. */
  readonly automaticExpired: boolean;
  /** They can use a seal of the initiating enterprise, if they sign for it. */
  readonly hasSeal: boolean;
  /** Whoever opened their link stated that it was not meant for them. */
  readonly disowned: boolean;
  /** They have a mobile, and no message to it has been rejected since their turn began. */
  readonly reached: boolean;
  /** They have opened a link to this part. */
  readonly opened: boolean;
  /** The enterprise for which they act is registered. */
  readonly corpRegistered: boolean;
  /** They are a valid member of that enterprise. */
  readonly joined: boolean;
  /** They are verified, and the enterprise is identified. */
  readonly verified: boolean;
}

type Awaited = Pick<Waiting, 'participantId' | 'awaited'>;

/**
 * What the enterprise itself has to put right comes first, then what keeps the person from learning of the contract,
 * then what keeps them from acting.
 * @param facts null if the participant is not known any more
 */
export function whyWaiting(
  { participantId, awaited }: Awaited,
  deadline: Date | null,
  facts: WaitFacts | null,
  now: Date,
): WaitReason {
  if (awaited === OperateStatus.approval) {
    return participantId === null ? 'contractApprovalPending' : 'sealApprovalPending';
  }
  if (awaited === OperateStatus.payment) return 'paymentPending';
  const obstacle = facts === null ? null : obstacleOf(facts);
  if (obstacle !== null) return obstacle;
  if (awaited === OperateStatus.fill) return 'fillPending';
  return isNearDeadline(deadline, now) ? 'deadlineNear' : 'opened';
}

function obstacleOf(facts: WaitFacts): WaitReason | null {
  if (facts.automaticExpired) return 'automaticSealNotPlaced';
  if (!facts.hasSeal) return 'sealNotUsable';
  if (facts.disowned) return 'wrongPerson';
  if (!facts.reached) return 'messageNotDelivered';
  if (!facts.opened) return 'linkNotOpened';
  if (!facts.corpRegistered) return 'corpNotRegistered';
  if (!facts.joined) return 'joinPending';
  return facts.verified ? null : 'notVerified';
}
