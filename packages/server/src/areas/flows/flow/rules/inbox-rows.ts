/**
 * Rows of a flow in its viewers' lists: one per (enterprise, user), one per involved enterprise as a whole (user 0),
 * and one per person that acts for themselves (enterprise 0, visible from any enterprise of that person).
 */
import { OperateStatus } from '@cinnabar/api/enums.js';
import { type Flow, FlowStatus, type Participant, SignStatus } from '../flow.js';
import { hasToPayFirst, owesPayment } from './duties.js';
import { sharesFlow } from './personal-wall.js';
import { isOpen } from './states.js';
import { actsNow } from './turns.js';

export interface InboxRow {
  readonly viewerCorpId: number;
  readonly userId: number;
  readonly initiated: boolean;
  readonly takesPart: boolean;
  readonly copied: boolean;
  /** It is their turn now. */
  readonly myTurn: boolean;
  /** They have something to do, now or later. */
  readonly myUnfinished: boolean;
  readonly operateStatus: OperateStatus;
}

/** 0 stands for “no enterprise” or “the enterprise as a whole”. */
export const anybody = 0;

const blank: Omit<InboxRow, 'viewerCorpId' | 'userId'> = {
  initiated: false,
  takesPart: false,
  copied: false,
  myTurn: false,
  myUnfinished: false,
  operateStatus: OperateStatus.nothing,
};

/** Approvers of an act in a flow, or of a draft. */
export interface Approver {
  readonly corpId: number;
  readonly userId: number;
}

/**
 * Whether the flow waits for a viewer now: for an act of their participants, or for their consent. A requester has
 * nothing to do until consent is given.
 */
export function operateStatusOf(flow: Flow, own: readonly Participant[], approves: boolean): OperateStatus {
  const acting = own.find((participant) => actsNow(flow, participant));
  if (acting !== undefined) {
    if (flow.status === FlowStatus.fill) return OperateStatus.fill;
    return hasToPayFirst(acting) ? OperateStatus.payment : OperateStatus.signing;
  }
  if (own.some((participant) => owesPayment(flow, participant))) return OperateStatus.payment;
  return approves ? OperateStatus.approval : OperateStatus.nothing;
}

/** @param approvers of the flow's open approvals */
export function inboxRows(flow: Flow, approvers: readonly Approver[]): readonly InboxRow[] {
  if (flow.deletedAt !== null) return [];
  const rows = new Map<string, InboxRow>();
  const add = (viewerCorpId: number, userId: number, change: Partial<InboxRow>): void => {
    const key = `${viewerCorpId} ${userId}`;
    rows.set(key, { ...blank, ...rows.get(key), ...change, viewerCorpId, userId });
  };
  add(flow.corpId, anybody, { initiated: true });
  add(flow.corpId, flow.initiatorId, { initiated: true });
  for (const { corpId, userId } of approvers) {
    add(corpId, userId, { myTurn: true, operateStatus: operateStatusOf(flow, [], true) });
  }
  // A draft is visible only to the initiator and to those asked to approve it.
  if (flow.status === FlowStatus.draft) return [...rows.values()];
  for (const participant of flow.participants) {
    if (participant.type === 'person') add(anybody, participant.psnId, { takesPart: true });
    else if (participant.corpId !== null) {
      add(participant.corpId, participant.psnId, { takesPart: true });
      add(participant.corpId, anybody, { takesPart: true });
    }
  }
  if (flow.status === FlowStatus.completed) addCopiers(flow, add);
  return [...rows.values()].map((row) => withDuties(flow, row));
}

function addCopiers(
  flow: Flow,
  add: (corpId: number, userId: number, change: Partial<InboxRow>) => void,
): void {
  for (const copier of flow.copiers) {
    if (copier.type === 'person' && copier.psnId !== null) add(anybody, copier.psnId, { copied: true });
    if (copier.type === 'enterprise' && copier.corpId !== null) {
      add(copier.corpId, anybody, { copied: true });
      if (copier.psnId !== null) add(copier.corpId, copier.psnId, { copied: true });
    }
  }
}

/** Within an enterprise that started the flow or takes part in it, a person's own parts and copies count too. */
function withDuties(flow: Flow, row: InboxRow): InboxRow {
  if (row.userId === anybody) return row;
  const isOwn = row.viewerCorpId === anybody || sharesFlow(flow, row.viewerCorpId);
  const own = flow.participants.filter(
    (participant) =>
      participant.psnId === row.userId &&
      (participant.type === 'person' ? isOwn : participant.corpId === row.viewerCorpId),
  );
  const operateStatus = operateStatusOf(flow, own, row.operateStatus === OperateStatus.approval);
  return {
    ...row,
    takesPart: row.takesPart || own.length > 0,
    copied: row.copied || (isOwn && hasOwnCopy(flow, row.userId)),
    myTurn: operateStatus !== OperateStatus.nothing,
    myUnfinished:
      isOpen(flow.status) && own.some((participant) => participant.signStatus !== SignStatus.signed),
    operateStatus,
  };
}

function hasOwnCopy({ status, copiers }: Flow, userId: number): boolean {
  return (
    status === FlowStatus.completed &&
    copiers.some(({ type, psnId }) => type === 'person' && psnId === userId)
  );
}
