import { useLayoutEffect, useState } from 'react';
import { Refused } from '../api/refused.js';
import { RefusalPage } from '../shared/components/refusal-page.js';
import { PageSkeleton } from '../shared/components/skeleton.js';
import { StatePage } from '../shared/components/state-page.js';
import { useWide } from '../shared/components/use-wide.js';
import { useLink } from '../shared/link/link-context.js';
import { LinkGate } from '../shared/link/link-gate.js';
import { addressWithin, replaceAddress, useOpenPage } from '../shared/router/open-page.js';
import { useTexts } from '../shared/text/language.js';
import { type ApprovalId, type Item, isDone, type Results } from './approvals.js';
import { ApproveDesk } from './approve-desk.js';
import { approveTexts } from './approve-texts.js';
import { backFromFace, forgetReturn } from './face-detour.js';
import { ListPage } from './list-page.js';
import { ResultsPage } from './results-page.js';
import { standingOf } from './standing.js';
import { StandingPage } from './standing-page.js';
import { useApprovals } from './use-approvals.js';
import type { Decision } from './use-decision.js';

export default function ApprovePage() {
  return (
    <LinkGate>
      <Approving />
    </LinkGate>
  );
}

/** The list, one request, or what became of several. */
function Approving() {
  const t = useTexts(approveTexts);
  const link = useLink();
  const isWide = useWide();
  const [returned] = useState(backFromFace);
  useLayoutEffect(forgetReturn, []);
  const page = useOpenPage();
  const current = page?.name === 'approval' ? page.parameters.approvalId : null;
  const [isReading, setReading] = useState(false);
  const [selected, select] = useState<ReadonlySet<ApprovalId>>(
    () =>
      new Set(
        returned !== null && returned.decision.approvalIds.length > 1 ? returned.decision.approvalIds : [],
      ),
  );
  const [outcome, setOutcome] = useState<{
    readonly results: Results;
    readonly items: readonly Item[];
  } | null>(null);
  const { list: listing, view: viewing, refresh } = useApprovals(current ?? link.entered.approvalId);
  const list = listing.data;
  const view = viewing.data;
  const error = listing.error ?? viewing.error;
  if (list === undefined || view === undefined) {
    if (error === null) return <PageSkeleton />;
    if (error instanceof Refused && error.code === '403') {
      return <StatePage icon="blocked" title={t.notYoursTitle} text={t.notYoursText} />;
    }
    return <RefusalPage error={error} retry={() => void refresh()} />;
  }
  const { items } = list;

  function open(approvalId: number | null) {
    setReading(false);
    replaceAddress(
      approvalId === null ? addressWithin('approvals', {}) : addressWithin('approval', { approvalId }),
    );
  }

  async function decided(results: Results, { approvalIds: asked }: Decision) {
    const done = results.filter(isDone).map(({ approvalId }) => approvalId);
    // Failures stay selected.
    select(new Set([...selected].filter((approvalId) => !done.includes(approvalId))));
    setOutcome(asked.length > 1 || done.length === 0 ? { results, items } : null);
    await refresh();
  }

  // Of a single one that could not be decided its own page says why, unless it waits still.
  if (outcome !== null && (outcome.results.length > 1 || view.decidable)) {
    return (
      <ResultsPage
        {...outcome}
        close={() => {
          setOutcome(null);
          open(
            isWide
              ? (items[0]?.approvalId ?? null)
              : items.length > 1
                ? null
                : (items[0]?.approvalId ?? null),
          );
        }}
      />
    );
  }
  // What somebody else has decided cannot be selected any more.
  const live = new Set(items.map(({ approvalId }) => approvalId).filter((each) => selected.has(each)));
  const common = {
    list,
    selected: live,
    select,
    open,
    refresh,
    decided: (...of: Parameters<typeof decided>) => void decided(...of),
  };
  if (current === null && (!isWide || items.length === 0)) {
    return <ListPage {...common} corpName={view.corpName} mobile={view.mobile} returned={returned} />;
  }
  const others = items.filter(({ approvalId }) => approvalId !== view.approvalId);
  const [next] = others;
  if (!view.decidable && !isReading) {
    return (
      <StandingPage
        standing={standingOf(view)}
        read={() => setReading(true)}
        next={next === undefined ? null : { count: others.length, run: () => open(next.approvalId) }}
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
      back={isReading ? () => setReading(false) : null}
      returned={returned}
    />
  );
}
