/**
 * A model of every viewer's lists, kept in memory: derived from docs/decisions.md, and independent of the
 * implementation.
 */

import type { FlowId } from '../../support/given-flow.js';

/** Values of the interface: 0 draft, 1 fill, 2 signing, 3 completed, 4 revoked, 5 expired, 6 refused. */
export type Status = 0 | 1 | 2 | 3 | 4 | 5 | 6;

export interface BookedParty {
  readonly type: 'enterprise' | 'person';
  readonly corpId: number | null;
  readonly corpName: string;
  psnId: number;
  psnName: string;
  mobile: string;
  readonly draftSort: number;
  readonly signOrder: number;
  /** Has something left to fill. */
  toFill: boolean;
  signed: boolean;
}

export interface BookedCopier {
  readonly type: 'enterprise' | 'person';
  readonly corpId: number | null;
  readonly psnId: number;
}

export interface BookedFlow {
  readonly flowId: FlowId;
  readonly corpId: number;
  readonly initiatorId: number;
  readonly title: string;
  readonly sourceOrderCode: string | null;
  readonly confidential: boolean;
  readonly parties: readonly BookedParty[];
  readonly copiers: readonly BookedCopier[];
  status: Status;
  deleted: boolean;
  /** Reported by the service: they come from the clock, not from the model. */
  told: ToldByService;
}

export interface ToldByService {
  readonly flowCode: string;
  /** ms since 1970. */
  readonly createTime: number;
  readonly startTime: number | null;
  readonly finishTime: number | null;
  readonly deadline: number | null;
}

export interface BookViewer {
  readonly corpId: number;
  readonly userId: number;
  /** Manages the contracts of the enterprise. */
  readonly administrates: boolean;
}

export interface BookFilters {
  readonly flowCode?: string;
  readonly flowTitle?: string;
  readonly flowStatus?: Status;
  readonly flowStatusList?: readonly Status[];
  readonly mobile?: string;
  readonly participantType?: 0 | 1;
  readonly participantName?: string;
  readonly queryTimeType?: 0 | 1 | 2;
  /** ms since 1970. */
  readonly flowStartTime?: number;
  readonly flowFinishTime?: number;
  readonly sourceOrderCode?: string;
}

export type DocQueryType = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

const isOpen = ({ status }: BookedFlow): boolean => status === 1 || status === 2;

/** Whether the viewer's enterprise started the flow or takes part in it. */
function isShared(flow: BookedFlow, { corpId }: BookViewer): boolean {
  return flow.corpId === corpId || flow.parties.some((party) => party.corpId === corpId);
}

/**
 * A person acts for themselves with a token of an enterprise that shares the flow, and for an enterprise only with its
 * own token.
 */
function actsAs(flow: BookedFlow, party: BookedParty, viewer: BookViewer): boolean {
  if (party.psnId !== viewer.userId) return false;
  return party.type === 'person' ? isShared(flow, viewer) : party.corpId === viewer.corpId;
}

/** Filling is a queue by draftSort; signing proceeds by signOrder, equal numbers in parallel. */
export function whoseTurn(flow: BookedFlow): readonly BookedParty[] {
  if (flow.status === 1) {
    const queue = flow.parties.filter((party) => party.toFill);
    return queue.toSorted((one, other) => one.draftSort - other.draftSort).slice(0, 1);
  }
  if (flow.status !== 2) return [];
  const unsigned = flow.parties.filter((party) => !party.signed);
  const next = Math.min(...unsigned.map(({ signOrder }) => signOrder));
  return unsigned.filter(({ signOrder }) => signOrder === next);
}

/** The viewer's own roles in the flow. */
function standing(flow: BookedFlow, viewer: BookViewer) {
  const initiated = flow.corpId === viewer.corpId && flow.initiatorId === viewer.userId;
  // Nobody has been notified of a draft.
  const parts = flow.status === 0 ? [] : flow.parties.filter((party) => actsAs(flow, party, viewer));
  const copied =
    flow.status === 3 &&
    flow.copiers.some(({ type, corpId, psnId }) => {
      const isTheirs = psnId === viewer.userId;
      if (type === 'person') return isTheirs && isShared(flow, viewer);
      // A copy for an enterprise is one for each manager of its contracts.
      return corpId === viewer.corpId && (isTheirs || viewer.administrates);
    });
  const turn = whoseTurn(flow);
  return { initiated, takesPart: parts.length > 0, copied, theirTurn: parts.some((p) => turn.includes(p)) };
}

function isOfType(flow: BookedFlow, viewer: BookViewer, type: DocQueryType): boolean {
  const { initiated, takesPart, copied, theirTurn } = standing(flow, viewer);
  const theirs = initiated || takesPart || copied;
  switch (type) {
    case 0:
      return theirs;
    case 1:
      return takesPart && flow.initiatorId !== viewer.userId;
    case 2:
      return initiated;
    case 3:
      return copied;
    case 4:
      return theirTurn;
    case 5:
      return (initiated || takesPart) && isOpen(flow) && !theirTurn;
    case 6:
      return theirs && flow.status === 3;
    case 7:
      // No flow of the model was started in a batch.
      return false;
    case 8:
      return initiated && flow.status === 0;
  }
}

function concerns(flow: BookedFlow, corpId: number): boolean {
  if (flow.confidential) return false;
  const takesPart =
    flow.status !== 0 && flow.parties.some((p) => p.type === 'enterprise' && p.corpId === corpId);
  const copied =
    flow.status === 3 && flow.copiers.some((c) => c.type === 'enterprise' && c.corpId === corpId);
  return flow.corpId === corpId || takesPart || copied;
}

const folded = (text: string): string => text.toLowerCase();
const isPart = (part: string, text: string): boolean => folded(text).includes(folded(part));

function within(moment: number | null, from: number | undefined, to: number | undefined): boolean {
  if (from === undefined && to === undefined) return true;
  if (moment === null) return false;
  return (from === undefined || moment >= from) && (to === undefined || moment <= to);
}

function passes(flow: BookedFlow, filters: BookFilters): boolean {
  const { flowCode, flowTitle, mobile, participantName: name, sourceOrderCode } = filters;
  const statuses = filters.flowStatusList ?? (filters.flowStatus === undefined ? null : [filters.flowStatus]);
  const { startTime, finishTime, deadline } = flow.told;
  const moment = [startTime, finishTime, deadline][filters.queryTimeType ?? 0] ?? null;
  const nameOf = (party: BookedParty) => (filters.participantType === 1 ? party.corpName : party.psnName);
  return (
    (flowCode === undefined || flow.told.flowCode === flowCode) &&
    (flowTitle === undefined || isPart(flowTitle, flow.title)) &&
    (statuses === null || statuses.includes(flow.status)) &&
    (mobile === undefined || flow.parties.some((party) => party.mobile === mobile)) &&
    (name === undefined || flow.parties.some((party) => isPart(name, nameOf(party)))) &&
    (sourceOrderCode === undefined || flow.sourceOrderCode === sourceOrderCode) &&
    within(moment, filters.flowStartTime, filters.flowFinishTime)
  );
}

/** Newest first, ties by id. */
function inOrder(flows: readonly BookedFlow[]): readonly BookedFlow[] {
  return flows.toSorted(
    (one, other) => other.told.createTime - one.told.createTime || other.flowId - one.flowId,
  );
}

export class FlowBook {
  readonly flows: BookedFlow[] = [];

  own(viewer: BookViewer, type: DocQueryType, filters: BookFilters): readonly BookedFlow[] {
    return this.#found(filters, (flow) => isOfType(flow, viewer, type));
  }

  ofEnterprise(corpId: number, filters: BookFilters): readonly BookedFlow[] {
    return this.#found(filters, (flow) => concerns(flow, corpId));
  }

  /** One's own flows, and the enterprise's for managers of its contracts. */
  seen(viewer: BookViewer, filters: BookFilters): readonly BookedFlow[] {
    return this.#found(
      filters,
      (flow) => isOfType(flow, viewer, 0) || (viewer.administrates && concerns(flow, viewer.corpId)),
    );
  }

  #found(filters: BookFilters, belongs: (flow: BookedFlow) => boolean): readonly BookedFlow[] {
    return inOrder(this.flows.filter((flow) => !flow.deleted && belongs(flow) && passes(flow, filters)));
  }
}
