import { ApprovalStatus, FlowStatus } from '@cinnabar/api/enums.js';
import type { View } from './approvals.js';

/** Why an approval cannot be decided here and now. */
export type Standing =
  | {
      readonly kind: 'passed';
      readonly of: View['kind'];
      readonly time: string;
      readonly next: readonly string[];
    }
  | { readonly kind: 'rejected'; readonly reason: string }
  | { readonly kind: 'withdrawn' | 'terminated' | 'own' | 'notYours' };

export function standingOf(view: View): Standing {
  switch (view.status) {
    case ApprovalStatus.passed: {
      const { status, parties } = view.flow;
      const next = status === FlowStatus.signing ? parties.filter(({ isTurn }) => isTurn) : [];
      return {
        kind: 'passed',
        of: view.kind,
        time: view.updateTime,
        next: next.map(({ name }) => name),
      };
    }
    case ApprovalStatus.rejected:
      return { kind: 'rejected', reason: view.failReason ?? '' };
    case ApprovalStatus.withdrawn:
      return { kind: 'withdrawn' };
    case ApprovalStatus.terminated:
      return { kind: 'terminated' };
    default:
      return { kind: view.isOwn ? 'own' : 'notYours' };
  }
}
