import type { FlowId, ParticipantId } from '@cinnabar/api/schemas/flow.js';
import type { Db } from '../../../database/schema.js';
import type { CorpId, UserId } from '../../../operation/context.js';
import { type Duty, hasDuty, type PaymentAfterSigning, paymentAfterSigning } from '../flow/rules/duties.js';
import { isPastDeadline } from '../flow/rules/states.js';
import { loadFlow } from '../flow/store/load-flow.js';

/** Present state of a link's duty. */
export interface DutyOfLink {
  /** Still to be done, and by the person whom the link is for. */
  readonly open: boolean;
  /** For a link to sign: the state of the payment that is due after signing. */
  readonly payment: PaymentAfterSigning;
  /** The enterprise for which the participant acts; null for a person, or while it is not here yet. */
  readonly actingCorpId: CorpId | null;
  readonly flowTitle: string;
  /** Only its parties may know what the flow is about. */
  readonly isSecret: boolean;
}

/** A link outlives neither its duty nor its flow, nor a change of the person who has the duty. */
export async function dutyOfLink(
  db: Db,
  about: {
    readonly corpId: CorpId;
    readonly flowId: FlowId;
    readonly participantId: ParticipantId;
    readonly userId: UserId;
    readonly duty: Duty;
  },
  now: Date,
): Promise<DutyOfLink | null> {
  const flow = await loadFlow(db, about.corpId, about.flowId);
  const participant = flow?.participants.find((each) => each.participantId === about.participantId);
  if (flow === null || participant === undefined) return null;
  const theirs = participant.psnId === about.userId;
  return {
    open: theirs && !isPastDeadline(flow, now) && hasDuty(flow, participant, about.duty),
    payment: theirs && about.duty === 'sign' ? paymentAfterSigning(flow, participant, now) : 'none',
    actingCorpId: participant.type === 'person' ? null : participant.corpId,
    flowTitle: flow.title,
    isSecret: flow.encrypted || flow.confidential,
  };
}
