import { ChevronLeft, ChevronRight, Ellipsis } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Button, IconButton } from '../shared/components/button.js';
import { iconSize } from '../shared/components/icons.js';
import { PageHeader } from '../shared/components/page-header.js';
import { ReasonSheet } from '../shared/components/reason-sheet.js';
import { Sheet } from '../shared/components/sheet.js';
import { ThumbnailRail } from '../shared/components/thumbnail-rail.js';
import { useWide } from '../shared/components/use-wide.js';
import type { DocumentHandle } from '../shared/document/document-handle.js';
import { usePageInSight } from '../shared/document/use-page-in-sight.js';
import { useOnline } from '../shared/state/use-online.js';
import { commonTexts } from '../shared/text/common-texts.js';
import { useTexts } from '../shared/text/language.js';
import { About } from './about.js';
import {
  type ApprovalId,
  type List,
  type Mark,
  type Results,
  sealMarks,
  shownOf,
  type View,
} from './approvals.js';
import { approveTexts } from './approve-texts.js';
import { Contract, targetOf, usePictures } from './contract.js';
import { DecisionSheet } from './decision-sheet.js';
import { Inbox } from './inbox.js';
import { Question } from './question.js';
import { Titles } from './titles.js';
import { type Decision, type ProofGiven, useDirectDecision, type Verdict } from './use-decision.js';

interface Props {
  readonly view: View;
  readonly list: List;
  readonly canDecide: boolean;
  readonly selected: ReadonlySet<ApprovalId>;
  readonly select: (selected: ReadonlySet<ApprovalId>) => void;
  readonly open: (approvalId: number) => void;
  readonly toList: () => void;
  readonly back: (() => void) | null;
  /** With what somebody has come back with from a face check. */
  readonly returned: { readonly decision: Decision; readonly proof: ProofGiven } | null;
  readonly decided: (results: Results, decision: Decision) => void;
  readonly refresh: () => Promise<void>;
}

/** The request on the desk: what is asked, the pages, and the two answers. */
export function ApproveDesk(props: Props) {
  const { view, list, canDecide, selected, select, open, toList, back, returned, decided, refresh } = props;
  const t = useTexts(approveTexts);
  const app = useTexts(commonTexts);
  const isWide = useWide();
  const isOnline = useOnline();
  const handle = useRef<DocumentHandle>(null);
  const desk = useRef<HTMLDivElement>(null);
  const pictureOf = usePictures();
  const inSight = usePageInSight('approval', view.flow.files);
  const [place, setPlace] = useState(0);
  const [isMore, setMore] = useState(false);
  const [rejecting, setRejecting] = useState<readonly ApprovalId[] | null>(null);
  const decideNow = useDirectDecision(refresh);
  const [decision, setDecision] = useState<Decision | null>(returned?.decision ?? null);
  const { items, proofs } = list;
  const index = items.findIndex(({ approvalId }) => approvalId === view.approvalId);
  const marks = sealMarks(view);
  const canAct = canDecide && isOnline;

  const heading = useCallback((element: HTMLHeadingElement | null) => {
    element?.focus({ preventScroll: true });
  }, []);
  const title = view.kind === 'seal' ? t.pageSeal : t.pageContract;
  useEffect(() => {
    document.title = `${title} ${view.flow.title}`;
  }, [title, view.flow.title]);

  function ask(verdict: Verdict, approvalIds: readonly ApprovalId[]) {
    if (verdict === 'reject') setRejecting(approvalIds);
    else setDecision({ verdict, approvalIds, shown: shownOf(approvalIds, [view, ...items]), reason: null });
  }

  function show(mark: Mark) {
    setMore(false);
    handle.current?.show(targetOf(view, mark));
  }

  function step(by: 1 | -1) {
    const next = items[index + by];
    if (next !== undefined) open(next.approvalId);
  }

  const keys = useRef<(key: string) => void>(() => undefined);
  keys.current = (key) => {
    if (key === 'j') step(1);
    if (key === 'k') step(-1);
    if (canAct && key === 'a') ask('pass', [view.approvalId]);
    if (canAct && key === 'r') ask('reject', [view.approvalId]);
  };
  useEffect(() => {
    const element = desk.current;
    if (element === null) return;
    // Only while the list or the pages have the focus, and never over what somebody types.
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      keys.current(event.key.toLowerCase());
    };
    element.addEventListener('keydown', onKey);
    return () => element.removeEventListener('keydown', onKey);
  }, []);

  const nextMark = marks[place % Math.max(1, marks.length)];
  const showNext =
    nextMark === undefined || view.flow.files.length === 0
      ? null
      : {
          index: (place % marks.length) + 1,
          run() {
            show(nextMark);
            setPlace(place + 1);
          },
        };
  const isMany = decision !== null && decision.approvalIds.length > 1;
  const passLabel = view.kind === 'seal' ? t.passSeal : t.passContract;
  const single = (
    <>
      <div className="shrink-0">
        <Button look="danger" isDisabled={!canAct} onPress={() => ask('reject', [view.approvalId])}>
          {t.reject}
        </Button>
      </div>
      <Button
        look="binding"
        wide={!isWide}
        isDisabled={!canAct}
        onPress={() => ask('pass', [view.approvalId])}
      >
        {passLabel}
      </Button>
    </>
  );
  const notice = isOnline ? null : <p className="m-0 mb-2 text-small text-n-600">{app.offlineBar}</p>;
  return (
    <div className="flex h-full flex-col">
      <PageHeader
        title={title}
        note={<bdi>{t.forCorp(view.corpName)}</bdi>}
        hasHeadingBelow
        back={back === null ? null : { label: t.back, run: back }}
      >
        {items.length > 1 && !isWide && (
          <Button look="quiet" small onPress={toList}>
            {t.waiting(items.length)}
          </Button>
        )}
        {isWide && index >= 0 && items.length > 1 && (
          <div className="flex items-center gap-1">
            <span className="figures mr-2 text-small text-n-600">{t.position(index + 1, items.length)}</span>
            <IconButton label={t.previous} isDisabled={index === 0} onPress={() => step(-1)}>
              <ChevronLeft {...iconSize} />
            </IconButton>
            <IconButton label={t.next} isDisabled={index === items.length - 1} onPress={() => step(1)}>
              <ChevronRight {...iconSize} />
            </IconButton>
          </div>
        )}
        {!isWide && (
          <IconButton label={t.more} onPress={() => setMore(true)}>
            <Ellipsis {...iconSize} />
          </IconButton>
        )}
      </PageHeader>
      <div ref={desk} className="flex min-h-0 flex-1">
        {isWide && items.length > 1 ? (
          <nav
            aria-label={t.listTitle}
            className="w-80 shrink-0 overflow-y-auto border-r border-n-200 bg-n-25"
          >
            <Inbox items={items} current={view.approvalId} selected={selected} select={select} open={open} />
          </nav>
        ) : (
          <ThumbnailRail
            label={t.thumbnails}
            files={view.flow.files}
            current={inSight.key}
            pictureOf={pictureOf}
            show={({ fileId }, number) =>
              handle.current?.show({ fileId, page: number, x: 0, y: 0, width: 400, height: 400 })
            }
          />
        )}
        <main className="flex min-w-0 flex-1 flex-col">
          <Question view={view} headingRef={heading} showNext={showNext} />
          <div className="min-h-0 flex-1">
            <Contract key={view.approvalId} view={view} handle={handle} inSight={inSight} />
          </div>
        </main>
        {isWide && (
          <aside className="w-80 shrink-0 overflow-y-auto border-l border-n-200 bg-n-0 p-6">
            <About view={view} show={view.flow.files.length === 0 ? null : show} />
          </aside>
        )}
      </div>
      {canDecide && (
        <footer className="safe-bottom shrink-0 border-t border-n-200 bg-n-0 px-4 pt-3 lg:px-6">
          {notice}
          <div className="flex items-center gap-2 lg:justify-end">
            {isWide && selected.size > 0 && (
              <div className="mr-auto flex items-center gap-2">
                <span aria-live="polite" className="figures mr-2 text-small font-medium">
                  {t.selected(selected.size)}
                </span>
                <Button isDisabled={!isOnline} onPress={() => ask('pass', [...selected])}>
                  {t.passMany}
                </Button>
                <Button isDisabled={!isOnline} onPress={() => ask('reject', [...selected])}>
                  {t.rejectMany}
                </Button>
              </div>
            )}
            {isWide && selected.size === 0 && <span className="mr-auto text-small text-n-500">{t.keys}</span>}
            {single}
          </div>
        </footer>
      )}
      {isMore && (
        <Sheet title={t.more} isOpen close={() => setMore(false)}>
          <About view={view} show={view.flow.files.length === 0 ? null : show} />
        </Sheet>
      )}
      {rejecting !== null && (
        <ReasonSheet
          title={rejecting.length > 1 ? t.rejectMany : t.rejectTitle}
          consequence={t.rejectConsequence}
          reasons={t.rejectReasons.split('|')}
          act={proofs.length === 0 ? t.rejectAct : t.proveReject}
          close={() => setRejecting(null)}
          run={async (reason) => {
            const shown = shownOf(rejecting, [view, ...items]);
            const rejection: Decision = { verdict: 'reject', approvalIds: rejecting, shown, reason };
            if (proofs.length === 0) decided(await decideNow(rejection), rejection);
            else setDecision(rejection);
            setRejecting(null);
          }}
        />
      )}
      {decision !== null && (
        <DecisionSheet
          decision={decision}
          proofs={proofs}
          kind={view.kind}
          corpName={view.corpName}
          mobile={view.mobile}
          faceProof={returned !== null && returned.decision === decision ? returned.proof : null}
          summary={
            isMany ? <Titles items={items} approvalIds={decision.approvalIds} /> : <Summary view={view} />
          }
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

/** What exactly will be sealed. */
function Summary({ view }: { readonly view: View }) {
  const t = useTexts(approveTexts);
  const count = sealMarks(view).length;
  return (
    <div className="mt-1 flex items-center gap-3">
      {view.seals.map((seal) => (
        <img
          key={seal.sealId}
          src={seal.pictureUrl}
          alt={seal.name}
          className="size-14 shrink-0 rounded-marker bg-n-0 object-contain p-0.5"
        />
      ))}
      <p className="figures m-0 min-w-0 text-small text-n-600 names">
        <bdi>{t.contract(view.flow.title)}</bdi>
        {count > 0 && <span className="block">{t.places(count)}</span>}
      </p>
    </div>
  );
}
