import { Ellipsis } from 'lucide-react';
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef } from 'react';
import { IconButton } from '../shared/components/button.js';
import { DeskLayout } from '../shared/components/desk-layout.js';
import { iconSize } from '../shared/components/icons.js';
import { PageHeader } from '../shared/components/page-header.js';
import { ThumbnailRail } from '../shared/components/thumbnail-rail.js';
import { type DocumentHandle, topOf } from '../shared/document/document-handle.js';
import { DocumentView } from '../shared/document/document-view.js';
import type { PagePlace } from '../shared/document/layout.js';
import { usePageInSight } from '../shared/document/use-page-in-sight.js';
import { usePictures } from '../shared/document/use-pictures.js';
import type { FaceResult } from '../shared/proof/face-check.js';
import { useDesk } from '../shared/state/use-desk.js';
import { useOnline } from '../shared/state/use-online.js';
import { commonTexts } from '../shared/text/common-texts.js';
import { useTexts } from '../shared/text/language.js';
import { ChangeNotice } from './change-notice.js';
import { areasOf, type Mark, type Marks, placesFreely, todoOf, type View } from './marks.js';
import { PageOverlay } from './page-overlay.js';
import { Palette } from './palette.js';
import { SidePanel } from './side-panel.js';
import { firstSignDesk, type SignEffect, signDesk, toolsOf } from './sign-desk-state.js';
import { SignSheets } from './sign-sheets.js';
import { signTexts } from './sign-texts.js';
import { targetOf } from './targets.js';
import { TodoBar } from './todo-bar.js';
import { useChanges } from './use-changes.js';
import { useSeenPages } from './use-seen-pages.js';
import { useSignDraft } from './use-sign-draft.js';

interface Props {
  readonly view: View;
  readonly canSign: boolean;
  readonly back: (() => void) | null;
  /** Result of a face check for the placed marks: only the request to sign is left. */
  readonly face: FaceResult | null;
  readonly signed: (marks: Marks) => Promise<void>;
  /** Queries the state of the flow. @throws Refused, Unanswered */
  readonly wasSigned: () => Promise<boolean>;
  readonly changed: () => Promise<void>;
}

/** Time after which a page that scrolled into view has been rendered. */
const DRAWN_MS = 400;

/** Desk for reading a contract, placing marks and signing. */
export function SignDesk(props: Props) {
  const { view: newest, canSign, back, face, signed, wasSigned, changed } = props;
  const t = useTexts(signTexts);
  const app = useTexts(commonTexts);
  const isOnline = useOnline();
  const pictureOf = usePictures();
  const handle = useRef<DocumentHandle>(null);
  const middle = () => handle.current?.middle() ?? null;

  const perform = (effect: SignEffect) => {
    if (effect.kind === 'show') handle.current?.show(effect.target);
    if (effect.kind === 'vibrate' && 'vibrate' in navigator) navigator.vibrate(10);
    if (effect.kind === 'focusArea') setTimeout(() => focusArea(effect.componentId), DRAWN_MS);
  };
  const [desk, send] = useDesk(
    signDesk,
    () => firstSignDesk(newest, face !== null && canSign ? { kind: 'intent' } : null),
    perform,
  );
  const { view, marks } = desk;
  useEffect(() => {
    if (newest !== view) send({ type: 'viewChanged', view: newest });
  }, [newest, view, send]);
  const { keepNow } = useSignDraft(
    desk,
    canSign,
    useCallback((read: Marks) => send({ type: 'draftRead', marks: read }), [send]),
  );
  const { change: news, seen: newsSeen } = useChanges(newest);
  const { saw, count: seenPages } = useSeenPages(newest.shown);
  const { key: page, start, onPage } = usePageInSight('sign', view.files);
  const look = useCallback(
    (place: PagePlace) => {
      saw(place.key);
      onPage(place);
    },
    [saw, onPage],
  );

  const areas = useMemo(() => areasOf(view), [view]);
  const todo = todoOf(view, marks);
  const heading = useCallback(
    (element: HTMLHeadingElement | null) => element?.focus({ preventScroll: true }),
    [],
  );
  useEffect(() => {
    document.title = t.title(view.title);
  }, [t, view.title]);

  function next() {
    const [area] = todo;
    const isInSight = area != null && handle.current?.isInSight(targetOf(view, area)) === true;
    send({ type: 'nextAsked', isInSight });
  }

  /** N and P go to the next and the previous empty area while the document has the focus. */
  function onKey(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || !/^[np]$/i.test(event.key)) return;
    if (todo.every((area) => area === null)) return;
    event.preventDefault();
    send({ type: 'stepped', by: event.key.toLowerCase() === 'n' ? 1 : -1 });
  }

  const nameOf = (mark: Mark) =>
    mark.seam
      ? t.seam
      : { seal: t.seal, handwriting: t.handwriting, date: t.date, remark: t.remark }[mark.ink.kind];
  const opener = (kind: 'more' | 'refuse' | 'transfer' | 'text' | 'intent') => () =>
    send({ type: 'opened', sheet: { kind } });
  const refuse = canSign ? opener('refuse') : null;
  const transfer = canSign && view.canTransfer ? opener('transfer') : null;
  const acts = {
    left: todo.length,
    next,
    confirm: opener('intent'),
    notice: canSign ? (isOnline ? null : app.offlineBar) : '',
  };
  return (
    <DeskLayout
      skip={{ to: 'actions', label: t.skipToBar }}
      header={
        <PageHeader
          title={view.title}
          note={
            <>
              {t.from} <bdi>{view.corpName}</bdi>
            </>
          }
          back={back === null ? null : { label: t.back, run: back }}
          headingRef={heading}
          end={
            <span className="lg:hidden">
              <IconButton label={t.more} onPress={opener('more')}>
                <Ellipsis {...iconSize} />
              </IconButton>
            </span>
          }
        />
      }
      above={
        <>
          {news !== null && <ChangeNotice change={news} seen={newsSeen} />}
          {canSign && placesFreely(view) && (
            <Palette
              tools={toolsOf(desk)}
              pick={(tool) => send({ type: 'toolPicked', tool, middle: middle() })}
            />
          )}
        </>
      }
      before={
        <ThumbnailRail
          label={t.thumbnails}
          files={view.files}
          current={page}
          pictureOf={pictureOf}
          show={(file, number) => handle.current?.show(topOf(file, number))}
        />
      }
      onKeyDown={onKey}
      after={
        <SidePanel
          {...acts}
          view={view}
          marks={marks}
          show={(area) => send({ type: 'areaShown', area })}
          text={opener('text')}
          refuse={refuse}
          transfer={transfer}
        />
      }
      below={
        canSign && (
          <TodoBar
            {...acts}
            total={Math.max(1, areas.filter(({ required }) => required).length)}
            deadline={view.deadline}
          />
        )
      }
      said={desk.said}
      over={
        <SignSheets
          desk={desk}
          send={send}
          middle={middle}
          nameOf={nameOf}
          seenPages={seenPages}
          keepNow={keepNow}
          face={face}
          refuse={refuse}
          transfer={transfer}
          signed={signed}
          wasSigned={wasSigned}
          changed={changed}
        />
      }
    >
      <DocumentView
        files={view.files}
        pictureOf={pictureOf}
        over={(at, scale) => (
          <PageOverlay
            view={view}
            areas={areas}
            marks={marks}
            at={at}
            scale={scale}
            canSign={canSign}
            isRead={page === at.key}
            current={desk.current}
            handle={handle}
            nameOf={nameOf}
            send={send}
          />
        )}
        handle={handle}
        onPage={look}
        start={start}
      />
    </DeskLayout>
  );
}

function focusArea(componentId: number): void {
  const marker = document.querySelector(`[data-area="${componentId}"]`);
  if (marker instanceof HTMLElement) marker.focus({ preventScroll: true });
}
