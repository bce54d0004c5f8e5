import { useEffect, useRef, useState } from 'react';
import { Button } from '../shared/components/button.js';
import { PageHeader } from '../shared/components/page-header.js';
import { ReasonSheet } from '../shared/components/reason-sheet.js';
import { StatePage } from '../shared/components/state-page.js';
import { useTexts } from '../shared/text/language.js';
import { type ApprovalId, type List, type Results, shownOf } from './approvals.js';
import { approveTexts } from './approve-texts.js';
import { DecisionSheet } from './decision-sheet.js';
import { Inbox } from './inbox.js';
import { Titles } from './titles.js';
import { type Decision, type ProofGiven, useDirectDecision } from './use-decision.js';

interface Props {
  readonly list: List;
  readonly corpName: string;
  readonly mobile: string;
  readonly selected: ReadonlySet<ApprovalId>;
  readonly select: (selected: ReadonlySet<ApprovalId>) => void;
  readonly open: (approvalId: number) => void;
  readonly returned: { readonly decision: Decision; readonly proof: ProofGiven } | null;
  readonly decided: (results: Results, decision: Decision) => void;
  readonly refresh: () => Promise<void>;
}

/** On a phone: all that waits, to be gone through one by one, or decided together. */
export function ListPage({
  list,
  corpName,
  mobile,
  selected,
  select,
  open,
  returned,
  decided,
  refresh,
}: Props) {
  const t = useTexts(approveTexts);
  const heading = useRef<HTMLHeadingElement>(null);
  const [isRejecting, setRejecting] = useState(false);
  const decideNow = useDirectDecision(refresh);
  const [decision, setDecision] = useState<Decision | null>(returned?.decision ?? null);
  const title = t.waiting(list.items.length);
  useEffect(() => {
    document.title = title;
  }, [title]);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  if (list.items.length === 0) return <StatePage icon="done" title={t.emptyTitle} text={t.emptyText} />;
  const approvalIds = [...selected];
  const shown = shownOf(approvalIds, list.items);
  const kind = list.items.some((item) => item.kind === 'seal' && selected.has(item.approvalId))
    ? 'seal'
    : 'contract';
  return (
    <div className="flex h-full flex-col">
      <PageHeader title={t.pageSeal} note={<bdi>{t.forCorp(corpName)}</bdi>} hasHeadingBelow back={null} />
      <main className="min-h-0 flex-1 overflow-y-auto">
        <h1 ref={heading} tabIndex={-1} className="figures m-0 px-4 pt-4 pb-2 text-head font-semibold">
          {title}
        </h1>
        <Inbox items={list.items} current={null} selected={selected} select={select} open={open} />
      </main>
      {selected.size > 0 && (
        <footer className="safe-bottom shrink-0 border-t border-n-200 bg-n-0 px-4 pt-3">
          <p aria-live="polite" className="figures m-0 mb-2 text-small font-medium">
            {t.selected(selected.size)}
          </p>
          <div className="flex gap-2">
            <div className="shrink-0">
              <Button look="danger" onPress={() => setRejecting(true)}>
                {t.rejectMany}
              </Button>
            </div>
            <Button
              look="binding"
              wide
              onPress={() => setDecision({ verdict: 'pass', approvalIds, shown, reason: null })}
            >
              {t.passMany}
            </Button>
          </div>
        </footer>
      )}
      {isRejecting && (
        <ReasonSheet
          title={t.rejectMany}
          consequence={t.rejectConsequence}
          reasons={t.rejectReasons.split('|')}
          act={list.proofs.length === 0 ? t.rejectAct : t.proveReject}
          close={() => setRejecting(false)}
          run={async (reason) => {
            const rejection: Decision = { verdict: 'reject', approvalIds, shown, reason };
            if (list.proofs.length === 0) decided(await decideNow(rejection), rejection);
            else setDecision(rejection);
            setRejecting(false);
          }}
        />
      )}
      {decision !== null && (
        <DecisionSheet
          decision={decision}
          proofs={list.proofs}
          kind={kind}
          corpName={corpName}
          mobile={mobile}
          faceProof={returned !== null && returned.decision === decision ? returned.proof : null}
          summary={<Titles items={list.items} approvalIds={decision.approvalIds} />}
          recheck={refresh}
          close={() => setDecision(null)}
          done={(results) => {
            setDecision(null);
            decided(results, decision);
          }}
        />
      )}
    </div>
  );
}
