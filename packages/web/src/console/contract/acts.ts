/** Which acts the state of a contract and the person's part in it allow; the others are absent. */
import { FlowStatus, OperateStatus, PartyType } from '@cinnabar/api/enums.js';
import { instantOf } from '../shell/format.js';
import { isOwnTurn } from '../shell/own-turn.js';
import { endingOf } from './ending.js';
import type { Party, Task, Waiting } from './task.js';

export interface Viewer {
  readonly userId: number;
  readonly corpId: number;
  readonly personName: string;
  readonly corpName: string;
  /** Holds manageContracts. */
  readonly managesContracts: boolean;
}

export interface Acts {
  /** What is the person's own turn. */
  readonly own: 'sign' | 'fill' | 'approve' | 'pay' | 'send' | null;
  readonly remind: boolean;
  readonly extend: boolean;
  readonly revoke: boolean;
  readonly remove: boolean;
  /** A draft of another contract like it. */
  readonly again: boolean;
  readonly remark: boolean;
  readonly attach: boolean;
  /** The initiator may copy links and replace people. */
  readonly manageParties: boolean;
  /** A part of one's own in the enterprise that a colleague may take over. */
  readonly transfer: Party | null;
}

export function actsOf(task: Task, viewer: Viewer, now: number): Acts {
  const { flowStatus, operateStatus, expireDate } = task;
  const isDraft = flowStatus === FlowStatus.draft;
  const isOpen = flowStatus === FlowStatus.fill || flowStatus === FlowStatus.signing;
  const isLate = expireDate !== null && instantOf(expireDate) <= now;
  const isInitiator = task.initiatorId === viewer.userId;
  const mayManage = isInitiator || (viewer.managesContracts && task.corpId === viewer.corpId);
  const isAlive = (isOpen || isDraft) && !isLate;
  const awaitsOthers = task.waiting.some((waiting) => !awaitsViewer(task, waiting, viewer));
  const isApprovalOfContract = task.waiting.some(({ participantId }) => participantId === null);
  const ownPart = task.participantList.find(
    (party) =>
      party.psnId === viewer.userId &&
      party.participantType === PartyType.enterprise &&
      party.participantCorpId === viewer.corpId &&
      party.dongStatus === 'do',
  );
  return {
    own: ownAct(isInitiator && isDraft && !isLate && !isApprovalOfContract, operateStatus),
    again: !isDraft && mayManage && (isInitiator || task.encryptFlag !== 1),
    remind: isOpen && !isLate && mayManage && awaitsOthers,
    extend: isAlive && mayManage,
    revoke: isAlive && isInitiator,
    remove:
      mayManage && (isDraft || (!isOpen && flowStatus !== FlowStatus.completed)) && !isApprovalOfContract,
    remark: isInitiator && endingOf(task) === null,
    attach: isOpen && !isLate && isInitiator,
    manageParties: isOpen && !isLate && isInitiator,
    transfer: isOpen && !isLate ? (ownPart ?? null) : null,
  };
}

function ownAct(isOwnDraft: boolean, operateStatus: Task['operateStatus']): Acts['own'] {
  if (isOwnDraft) return 'send';
  switch (operateStatus) {
    case OperateStatus.fill:
      return 'fill';
    case OperateStatus.signing:
      return 'sign';
    case OperateStatus.approval:
      return 'approve';
    case OperateStatus.payment:
      return 'pay';
    default:
      return null;
  }
}

/**
 * Whether the person at the console is awaited, for themselves or for the enterprise that they look at. An approver has
 * no part: the part is that of whoever has asked, and only the name tells whose decision it is.
 */
export function awaitsViewer(
  task: Pick<Task, 'participantList'>,
  waiting: Waiting,
  viewer: Pick<Viewer, 'userId' | 'corpId' | 'personName' | 'corpName'>,
): boolean {
  if (waiting.for === OperateStatus.approval) return isOwnTurn(waiting, viewer);
  const party = partyOf(task, waiting);
  return (
    party?.psnId === viewer.userId &&
    (party.participantType === PartyType.person || party.participantCorpId === viewer.corpId)
  );
}

/** The part that is awaited. */
export function partyOf(task: Pick<Task, 'participantList'>, waiting: Waiting): Party | undefined {
  return task.participantList.find(({ participantId }) => participantId === waiting.participantId);
}

/** One step of a contract: those who fill or sign at the same time. */
export interface FlowStep {
  readonly kind: 'fill' | 'sign';
  readonly order: number;
  readonly parties: readonly Party[];
}

/** All steps in their order: filling one by one, then signing, those of equal order together. */
export function stepsOf(parties: readonly Party[]): readonly FlowStep[] {
  const fillers = parties.filter(({ participateBizType }) => participateBizType.includes('1'));
  const signers = parties.filter(({ participateBizType }) => participateBizType.includes('2'));
  return [
    ...grouped('fill', fillers, ({ draftSort }) => draftSort),
    ...grouped('sign', signers, ({ signOrder }) => signOrder),
  ];
}

function grouped(
  kind: FlowStep['kind'],
  parties: readonly Party[],
  orderOf: (party: Party) => number,
): readonly FlowStep[] {
  const orders = [...new Set(parties.map(orderOf))].sort((one, other) => one - other);
  return orders.map((order) => ({
    kind,
    order,
    parties: parties.filter((party) => orderOf(party) === order),
  }));
}
