import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { Button, IconButton } from '../shared/components/button.js';
import { DeskBar, DeskLayout, DeskPanel } from '../shared/components/desk-layout.js';
import { iconSize } from '../shared/components/icons.js';
import { PageHeader } from '../shared/components/page-header.js';
import { ThumbnailRail } from '../shared/components/thumbnail-rail.js';
import { useWide } from '../shared/components/use-wide.js';
import { type DocumentHandle, topOf } from '../shared/document/document-handle.js';
import { ownPicture } from '../shared/document/own-picture.js';
import { usePageInSight } from '../shared/document/use-page-in-sight.js';
import { usePictures } from '../shared/document/use-pictures.js';
import { useOnline } from '../shared/state/use-online.js';
import { commonTexts } from '../shared/text/common-texts.js';
import { useTexts } from '../shared/text/language.js';
import { About } from './about.js';
import { type ApprovalId, type Mark, sealMarks, shownOf, type View } from './approvals.js';
import { selectedOf } from './approve-desk-state.js';
import { ApproveSheets, type SheetsProps } from './approve-sheets.js';
import { approveTexts } from './approve-texts.js';
import { Contract } from './contract.js';
import type { Verdict } from './decision.js';
import { Inbox } from './inbox.js';
import { Question } from './question.js';

interface Props extends SheetsProps {
  readonly view: View;
  readonly canDecide: boolean;
  readonly open: (approvalId: number) => void;
  readonly toList: () => void;
  readonly back: (() => void) | null;
  readonly handle: RefObject<DocumentHandle | null>;
}

/** Desk for one approval: the question, the pages, and the buttons for both decisions. */
export function ApproveDesk(props: Props) {
  const { view, list, canDecide, open, toList, back, handle, desk, send } = props;
  const t = useTexts(approveTexts);
  const app = useTexts(commonTexts);
  const isWide = useWide();
  const isOnline = useOnline();
  const body = useRef<HTMLDivElement>(null);
  const pictureOf = usePictures();
  const inSight = usePageInSight('approval', view.flow.files);
  const { items } = list;
  const selected = selectedOf(desk, items);
  const index = items.findIndex(({ approvalId }) => approvalId === view.approvalId);
  const marks = sealMarks(view);
  const canAct = canDecide && isOnline;
  const hasPages = view.flow.files.length > 0;

  const heading = useCallback((element: HTMLHeadingElement | null) => {
    element?.focus({ preventScroll: true });
  }, []);
  const title = view.kind === 'seal' ? t.pageSeal : t.pageContract;
  useEffect(() => {
    document.title = `${title} ${view.flow.title}`;
  }, [title, view.flow.title]);

  function ask(verdict: Verdict, approvalIds: readonly ApprovalId[]) {
    send({ type: 'asked', verdict, approvalIds, shown: shownOf(approvalIds, [view, ...items]) });
  }

  function step(by: 1 | -1) {
    const next = items[index + by];
    if (next !== undefined) open(next.approvalId);
  }

  // Shortcuts apply only while the list or the pages have the focus, never while somebody types.
  useKeys(body, (key) => {
    if (key === 'j') step(1);
    if (key === 'k') step(-1);
    if (canAct && key === 'a') ask('pass', [view.approvalId]);
    if (canAct && key === 'r') ask('reject', [view.approvalId]);
  });

  const show = hasPages ? (mark: Mark) => send({ type: 'placeShown', mark }) : null;
  const about = <About view={view} show={show} />;
  const hasNext = hasPages && marks.length > 0;
  return (
    <DeskLayout
      header={
        <PageHeader
          title={title}
          note={<bdi>{t.forCorp(view.corpName)}</bdi>}
          hasHeadingBelow
          back={back === null ? null : { label: t.back, run: back }}
          more={isWide ? null : () => send({ type: 'moreAsked' })}
        >
          {isWide && index >= 0 && items.length > 1 && (
            <div className="flex items-center gap-1">
              <span className="figures mr-2 text-small text-n-600">
                {t.position(index + 1, items.length)}
              </span>
              <IconButton label={t.previous} isDisabled={index === 0} onPress={() => step(-1)}>
                <ChevronLeft {...iconSize} />
              </IconButton>
              <IconButton label={t.next} isDisabled={index === items.length - 1} onPress={() => step(1)}>
                <ChevronRight {...iconSize} />
              </IconButton>
            </div>
          )}
        </PageHeader>
      }
      middleRef={body}
      before={
        isWide && items.length > 1 ? (
          <nav
            aria-label={t.listTitle}
            className="w-80 shrink-0 overflow-y-auto border-r border-n-200 bg-n-25"
          >
            <Inbox
              items={items}
              current={view.approvalId}
              selected={selected}
              select={(ids) => send({ type: 'selected', selected: ids })}
              open={open}
            />
          </nav>
        ) : (
          <ThumbnailRail
            label={t.thumbnails}
            files={view.flow.files}
            current={inSight.key}
            pictureOf={pictureOf}
            show={(file, number) => handle.current?.show(topOf(file, number))}
          />
        )
      }
      after={isWide && <DeskPanel>{about}</DeskPanel>}
      below={
        canDecide && (
          <DeskBar>
            {!isOnline && <p className="m-0 mb-2 text-small text-n-600">{app.offlineBar}</p>}
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
              {isWide && selected.size === 0 && (
                <span className="mr-auto text-small text-n-500">{t.keys}</span>
              )}
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
                {view.kind === 'seal' ? t.passSeal : t.passContract}
              </Button>
            </div>
          </DeskBar>
        )
      }
      over={<ApproveSheets {...props} kind={view.kind} summary={<Summary view={view} />} more={about} />}
    >
      <div className="flex h-full flex-col">
        <Question
          view={view}
          headingRef={heading}
          toList={items.length > 1 && !isWide ? { count: items.length, run: toList } : null}
          showNext={
            hasNext
              ? {
                  index: (desk.shownPlaces % marks.length) + 1,
                  run: () => send({ type: 'placeAsked', marks }),
                }
              : null
          }
        />
        <div className="min-h-0 flex-1">
          <Contract key={view.approvalId} view={view} handle={handle} inSight={inSight} />
        </div>
      </div>
    </DeskLayout>
  );
}

function useKeys(body: RefObject<HTMLElement | null>, press: (key: string) => void): void {
  const pressed = useRef(press);
  pressed.current = press;
  useEffect(() => {
    const element = body.current;
    if (element === null) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      pressed.current(event.key.toLowerCase());
    };
    element.addEventListener('keydown', onKey);
    return () => element.removeEventListener('keydown', onKey);
  }, [body]);
}

/** What will be sealed. */
function Summary({ view }: { readonly view: View }) {
  const t = useTexts(approveTexts);
  const count = sealMarks(view).length;
  return (
    <div className="mt-1 flex items-center gap-3">
      {view.seals.map((seal) => (
        <img
          key={seal.sealId}
          src={ownPicture(seal.pictureUrl)}
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
