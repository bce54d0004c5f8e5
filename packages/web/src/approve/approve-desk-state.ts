/** Reducer of the approval desk: selection, pending decision and its outcome. */
import type { Step } from '../shared/state/step.js';
import { type ApprovalId, type Item, isDone, type Mark, type Results } from './approvals.js';
import type { Decision, Verdict } from './decision.js';

/** The open sheet; at most one at a time. */
export type ApproveSheet =
  | { readonly kind: 'more' }
  /** A rejection that still lacks its reason. */
  | { readonly kind: 'reason'; readonly of: Pick<Decision, 'approvalIds' | 'shown'> }
  /** The final confirmation, with a proof where the enterprise requires one. */
  | { readonly kind: 'decision'; readonly decision: Decision };

export interface ApproveDesk {
  readonly selected: ReadonlySet<ApprovalId>;
  readonly sheet: ApproveSheet | null;
  /** Results of the latest decision, with the items as they were before it. */
  readonly outcome: { readonly results: Results; readonly items: readonly Item[] } | null;
  /** The contract is displayed although there is nothing to decide. */
  readonly isReading: boolean;
  /** How many of the places to be sealed have been displayed. */
  readonly shownPlaces: number;
}

export type ApproveEvent =
  | { readonly type: 'selected'; readonly selected: ReadonlySet<ApprovalId> }
  /** `shown` holds the hash of each approval's display, in the same order. */
  | {
      readonly type: 'asked';
      readonly verdict: Verdict;
      readonly approvalIds: readonly ApprovalId[];
      readonly shown: readonly string[];
    }
  /** A rejection with its reason, which requires a proof. */
  | { readonly type: 'proofAsked'; readonly decision: Decision }
  | {
      readonly type: 'decided';
      readonly decision: Decision;
      readonly results: Results;
      readonly items: readonly Item[];
    }
  | { readonly type: 'placeAsked'; readonly marks: readonly Mark[] }
  | { readonly type: 'placeShown'; readonly mark: Mark }
  | { readonly type: 'outcomeClosed' | 'readingAsked' | 'readingEnded' | 'moreAsked' | 'closed' }
  /** Another approval, or the list, is displayed instead. */
  | { readonly type: 'turned' };

export type ApproveEffect = { readonly kind: 'show'; readonly mark: Mark };

/** @param returned the decision that the person returns to after a face check */
export function firstApproveDesk(returned: Decision | null): ApproveDesk {
  const several = returned !== null && returned.approvalIds.length > 1 ? returned.approvalIds : [];
  return {
    selected: new Set(several),
    sheet: returned === null ? null : { kind: 'decision', decision: returned },
    outcome: null,
    isReading: false,
    shownPlaces: 0,
  };
}

export function approveDesk(desk: ApproveDesk, event: ApproveEvent): Step<ApproveDesk, ApproveEffect> {
  switch (event.type) {
    case 'selected':
      return [{ ...desk, selected: event.selected }];
    case 'asked': {
      const { verdict, approvalIds, shown } = event;
      const sheet: ApproveSheet =
        verdict === 'reject'
          ? { kind: 'reason', of: { approvalIds, shown } }
          : { kind: 'decision', decision: { verdict, approvalIds, shown, reason: null } };
      return [{ ...desk, sheet }];
    }
    case 'proofAsked':
      return [{ ...desk, sheet: { kind: 'decision', decision: event.decision } }];
    case 'decided': {
      const { results, items, decision } = event;
      const done = results.filter(isDone).map(({ approvalId }) => approvalId);
      // Failed approvals stay selected.
      const selected = new Set([...desk.selected].filter((approvalId) => !done.includes(approvalId)));
      const isTold = decision.approvalIds.length > 1 || done.length === 0;
      return [{ ...desk, selected, sheet: null, outcome: isTold ? { results, items } : null }];
    }
    case 'placeAsked': {
      const { marks } = event;
      const mark = marks[desk.shownPlaces % Math.max(1, marks.length)];
      if (mark === undefined) return [desk];
      return [
        { ...desk, sheet: null, shownPlaces: desk.shownPlaces + 1 },
        { kind: 'show', mark },
      ];
    }
    case 'placeShown':
      return [
        { ...desk, sheet: null },
        { kind: 'show', mark: event.mark },
      ];
    case 'outcomeClosed':
      return [{ ...desk, outcome: null }];
    case 'readingAsked':
      return [{ ...desk, isReading: true }];
    case 'readingEnded':
      return [{ ...desk, isReading: false }];
    case 'moreAsked':
      return [{ ...desk, sheet: { kind: 'more' } }];
    case 'closed':
      return [{ ...desk, sheet: null }];
    case 'turned':
      return [{ ...desk, sheet: null, isReading: false, shownPlaces: 0 }];
  }
}

/** The selection without approvals that somebody else has decided since. */
export function selectedOf(desk: ApproveDesk, items: readonly Item[]): ReadonlySet<ApprovalId> {
  return new Set(items.map(({ approvalId }) => approvalId).filter((each) => desk.selected.has(each)));
}

/** The approval to open after the results have been read; null for the list. */
export function afterOutcome(items: readonly Item[], isWide: boolean): ApprovalId | null {
  const [first] = items;
  return first === undefined || (!isWide && items.length > 1) ? null : first.approvalId;
}
