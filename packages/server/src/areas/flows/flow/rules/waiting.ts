/** The people for whom a flow waits, and since when. */
import { OperateStatus } from '@cinnabar/api/enums.js';
import type { ParticipantId } from '@cinnabar/api/schemas/flow.js';
import { type Flow, FlowStatus, type Participant, SignStatus } from '../flow.js';
import { owesPayment } from './duties.js';
import { operateStatusOf } from './inbox-rows.js';
import { turnHolders } from './turns.js';

export interface Waiting {
  /** The participant; null if the flow waits for consent to a draft. */
  readonly participantId: ParticipantId | null;
  readonly psnName: string;
  readonly corpName: string;
  readonly awaited: Exclude<OperateStatus, typeof OperateStatus.nothing>;
  /** Start of their turn. */
  readonly since: Date;
}

/** An approver: of a draft, or of a participant's act. */
export interface AwaitedApprover {
  readonly participantId: ParticipantId | null;
  readonly name: string;
  readonly corpName: string;
  readonly askedAt: Date;
}

/**
 * Everybody for whom the flow waits: those whose turn it is, or their approvers instead, and those who still have to
 * pay.
 */
export function waitingFor(flow: Flow, approvers: readonly AwaitedApprover[]): readonly Waiting[] {
  const acting = turnHolders(flow).flatMap((holder): Waiting[] => {
    if (holder.signStatus === SignStatus.awaitingApproval) {
      return approvers
        .filter(({ participantId }) => participantId === holder.participantId)
        .map(waitingForApprover);
    }
    const awaited = operateStatusOf(flow, [holder], false);
    return awaited === OperateStatus.nothing
      ? []
      : [{ ...partyOf(holder), awaited, since: turnBegan(flow, holder) }];
  });
  const consenting = approvers.filter(({ participantId }) => participantId === null).map(waitingForApprover);
  const paying = flow.participants
    .filter((participant) => owesPayment(flow, participant))
    .map(
      (payer): Waiting => ({
        ...partyOf(payer),
        awaited: OperateStatus.payment,
        since: payer.signTime ?? flow.createTime,
      }),
    );
  return [...consenting, ...acting, ...paying];
}

function partyOf({ participantId, psnName, corpName }: Participant) {
  return { participantId, psnName, corpName };
}

function waitingForApprover({ participantId, name, corpName, askedAt }: AwaitedApprover): Waiting {
  return { participantId, psnName: name, corpName, awaited: OperateStatus.approval, since: askedAt };
}

/**
 * A turn begins with the act that ended the previous one: the start, the filling of the predecessor in the queue, or
 * the last signature of the preceding groups. The flow contains the times of all these acts.
 */
function turnBegan(flow: Flow, holder: Participant): Date {
  const before = flow.participants.flatMap((participant) =>
    flow.status === FlowStatus.fill
      ? isAhead(flow, participant, holder)
        ? [participant.draftTime]
        : []
      : [participant.draftTime, participant.signOrder < holder.signOrder ? participant.signTime : null],
  );
  const started = flow.startTime ?? flow.createTime;
  return before.reduce<Date>((last, time) => (time !== null && time > last ? time : last), started);
}

/** Whether one precedes the other in the filling queue: by draftSort, then by position in the flow. */
function isAhead({ participants }: Flow, one: Participant, other: Participant): boolean {
  if (one.draftSort !== other.draftSort) return one.draftSort < other.draftSort;
  return participants.indexOf(one) < participants.indexOf(other);
}
