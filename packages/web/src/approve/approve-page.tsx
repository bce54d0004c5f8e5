import { useLayoutEffect, useRef, useState } from 'react';
import { Refused } from '../api/refused.js';
import { RefusalPage } from '../shared/components/refusal-page.js';
import { PageSkeleton } from '../shared/components/skeleton.js';
import { StatePage, useWayToContracts } from '../shared/components/state-page.js';
import { useWide } from '../shared/components/use-wide.js';
import type { DocumentHandle } from '../shared/document/document-handle.js';
import { ContractStatePage } from '../shared/flow/contract-state-page.js';
import { useLink } from '../shared/link/link-context.js';
import { addressWithin, replaceAddress, useOpenPage } from '../shared/router/open-page.js';
import { useDesk } from '../shared/state/use-desk.js';
import { useTexts } from '../shared/text/language.js';
import type { Results } from './approvals.js';
import { ApproveDesk } from './approve-desk.js';
import { afterOutcome, approveDesk, firstApproveDesk } from './approve-desk-state.js';
import { approveTexts } from './approve-texts.js';
import { targetOf } from './contract.js';
import type { Decision } from './decision.js';
import { clearReturn, returnFromFaceCheck } from './face-detour.js';
import { ListPage } from './list-page.js';
import { ResultsPage } from './results-page.js';
import { standingOf } from './standing.js';
import { useApprovals } from './use-approvals.js';

/** Shows the list, one approval, or the results of a batch. */
export default function ApprovePage() {
  const t = useTexts(approveTexts);
  const toContracts = useWayToContracts();
  const link = useLink();
  const isWide = useWide();
  const handle = useRef<DocumentHandle>(null);
  const [returned] = useState(returnFromFaceCheck);
  useLayoutEffect(clearReturn, []);
  const page = useOpenPage();
  const current = page?.name === 'approval' ? page.parameters.approvalId : null;
  const { list: listing, view: viewing, refresh } = useApprovals(current ?? link.entered.approvalId);
  const list = listing.data;
  const view = viewing.data;
  const [desk, send] = useDesk(
    approveDesk,
    () => firstApproveDesk(returned?.decision ?? null),
    ({ mark }) => view !== undefined && handle.current?.show(targetOf(view, mark)),
  );
  const error = listing.error ?? viewing.error;
  if (list === undefined || view === undefined) {
    if (error === null) return <PageSkeleton />;
    if (error instanceof Refused && error.code === '403') {
      return <StatePage icon="blocked" title={t.notYoursTitle} text={t.notYoursText} ways={toContracts} />;
    }
    return <RefusalPage error={error} retry={() => void refresh()} />;
  }
  const { items } = list;

  function open(approvalId: number | null) {
    send({ type: 'turned' });
    replaceAddress(
      approvalId === null ? addressWithin('approvals', {}) : addressWithin('approval', { approvalId }),
    );
  }

  // If a single decision failed, the approval's own page explains why, unless it is still pending.
  if (desk.outcome !== null && (desk.outcome.results.length > 1 || view.decidable)) {
    return (
      <ResultsPage
        {...desk.outcome}
        close={() => {
          send({ type: 'outcomeClosed' });
          open(afterOutcome(items, isWide));
        }}
      />
    );
  }
  const common = {
    desk,
    send,
    list,
    corpName: view.corpName,
    mobile: view.mobile,
    returned,
    refresh,
    open,
    decided(results: Results, decision: Decision) {
      send({ type: 'decided', results, decision, items });
      void refresh();
    },
  };
  if (current === null && (!isWide || items.length === 0)) return <ListPage {...common} />;
  const others = items.filter(({ approvalId }) => approvalId !== view.approvalId);
  const [next] = others;
  if (!view.decidable && !desk.isReading) {
    return (
      <ContractStatePage
        flow={view.flow}
        state={standingOf(view)}
        read={() => send({ type: 'readingAsked' })}
        first={
          next === undefined ? [] : [{ label: t.nextOf(others.length), run: () => open(next.approvalId) }]
        }
      />
    );
  }
  return (
    <ApproveDesk
      key={view.approvalId}
      {...common}
      view={view}
      canDecide={view.decidable}
      toList={() => open(null)}
      back={desk.isReading ? () => send({ type: 'readingEnded' }) : null}
      handle={handle}
    />
  );
}
