import { PartyType } from '@cinnabar/api/enums.js';
import type { Infer } from '@cinnabar/api/schema.js';
import type { payee as payeeSchema, signerInfo, signerInfoOfTask } from '@cinnabar/api/schemas/flow.js';
import type { Flow, Participant, Payee } from '../flow/flow.js';
import { owesPayment } from '../flow/rules/duties.js';
import { actsNow, isDone } from '../flow/rules/turns.js';
import { type Actor, ownParticipants } from '../flow/rules/viewing.js';

/** A participant in the form of answers. */
export function signerView(flow: Flow, participant: Participant, looking: Actor): Infer<typeof signerInfo> {
  return { ...commonFields(flow, participant, looking), participateBizType: businessTypes(participant) };
}

/** Only taskInfo joins the business types by commas. */
export function signerViewOfTask(
  flow: Flow,
  participant: Participant,
  looking: Actor,
): Infer<typeof signerInfoOfTask> {
  return {
    ...commonFields(flow, participant, looking),
    participateBizType: businessTypes(participant).join(','),
  };
}

function payeeView(payee: Payee): Infer<typeof payeeSchema> {
  return {
    id: payee.payeeId,
    amount: payee.amountFen / 100,
    payeeStatus: payee.paid ? 1 : 0,
    auditStatus: payee.audited ? 1 : 0,
    priority: payee.priority,
    remark: payee.remark,
  };
}

function businessTypes(participant: Participant): ('1' | '2')[] {
  const types: ('1' | '2')[] = [];
  if (participant.fills) types.push('1');
  if (participant.signs) types.push('2');
  return types;
}

function commonFields(flow: Flow, participant: Participant, looking: Actor) {
  const { payee } = participant;
  const mine = ownParticipants(flow, looking).includes(participant);
  return {
    participantId: participant.participantId,
    participantFlag: participant.participantFlag,
    participantCorpId: participant.corpId,
    participantCorpName: participant.corpName,
    participantType: participant.type === 'enterprise' ? PartyType.enterprise : PartyType.person,
    psnId: participant.psnId,
    psnName: participant.psnName,
    psnAccount: participant.psnAccount,
    payeeContractFlag: payee === null ? 0 : 1,
    payee: payee === null ? null : payeeView(payee),
    signStatus: participant.signStatus,
    draftSort: participant.draftSort,
    signOrder: participant.signOrder,
    dongStatus: isDone(participant) ? 'did' : 'do',
    draftTime: participant.draftTime,
    signTime: participant.signTime,
    waitForMeToDo: mine && (actsNow(flow, participant) || owesPayment(flow, participant)),
  } as const;
}
