import type { ReactNode } from 'react';
import { ReasonSheet } from '../shared/components/reason-sheet.js';
import { MoreSheet } from '../shared/flow/about-contract.js';
import { useTexts } from '../shared/text/language.js';
import type { List, Results } from './approvals.js';
import type { ApproveDesk, ApproveEvent } from './approve-desk-state.js';
import { approveTexts } from './approve-texts.js';
import type { Decision } from './decision.js';
import { DecisionSheet } from './decision-sheet.js';
import type { Returned } from './face-detour.js';
import { Titles } from './titles.js';
import { useDirectDecision } from './use-decision.js';

export interface SheetsProps {
  readonly desk: ApproveDesk;
  readonly send: (event: ApproveEvent) => void;
  readonly list: List;
  readonly corpName: string;
  readonly mobile: string;
  /** The decision and the result that the person returns with from a face check. */
  readonly returned: Returned | null;
  readonly decided: (results: Results, decision: Decision) => void;
  readonly refresh: () => Promise<void>;
}

interface Props extends SheetsProps {
  readonly kind: 'seal' | 'contract';
  /** Summary of a single approval; null for a batch. */
  readonly summary: ReactNode | null;
  readonly more: ReactNode;
}

/** The sheets of the approval desk: details, reason of a rejection, final confirmation. */
export function ApproveSheets(props: Props) {
  const { desk, send, list, corpName, mobile, returned, decided, refresh, kind, summary, more } = props;
  const t = useTexts(approveTexts);
  const decideNow = useDirectDecision(refresh);
  const { items, proofs } = list;
  const { sheet } = desk;
  const close = () => send({ type: 'closed' });
  switch (sheet?.kind) {
    case undefined:
      return null;
    case 'more':
      return <MoreSheet close={close}>{more}</MoreSheet>;
    case 'reason':
      return (
        <ReasonSheet
          title={sheet.of.approvalIds.length > 1 || summary === null ? t.rejectMany : t.rejectTitle}
          consequence={t.rejectConsequence}
          reasons={t.rejectReasons.split('|')}
          act={proofs.length === 0 ? t.rejectAct : t.proveReject}
          close={close}
          run={async (reason) => {
            const rejection: Decision = { ...sheet.of, verdict: 'reject', reason };
            if (proofs.length === 0) decided(await decideNow(rejection), rejection);
            else send({ type: 'proofAsked', decision: rejection });
          }}
        />
      );
    case 'decision': {
      const { decision } = sheet;
      const isMany = decision.approvalIds.length > 1 || summary === null;
      return (
        <DecisionSheet
          decision={decision}
          proofs={proofs}
          kind={kind}
          corpName={corpName}
          mobile={mobile}
          faceProof={returned !== null && returned.decision === decision ? returned.proof : null}
          summary={isMany ? <Titles items={items} approvalIds={decision.approvalIds} /> : summary}
          recheck={refresh}
          close={close}
          done={(results) => decided(results, decision)}
        />
      );
    }
  }
}
