import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { DeskLayout } from '../shared/components/desk-layout.js';
import { PageHeader } from '../shared/components/page-header.js';
import { ThumbnailRail } from '../shared/components/thumbnail-rail.js';
import { useWide } from '../shared/components/use-wide.js';
import { type DocumentHandle, topOf } from '../shared/document/document-handle.js';
import { DocumentView } from '../shared/document/document-view.js';
import type { PagePlace } from '../shared/document/layout.js';
import { usePageInSight } from '../shared/document/use-page-in-sight.js';
import { usePictures } from '../shared/document/use-pictures.js';
import type { FaceResult } from '../shared/proof/face-check.js';
import { useDesk } from '../shared/state/use-desk.js';
import { useOnline } from '../shared/state/use-online.js';
import { useUndoKeys } from '../shared/state/use-undo-keys.js';
import { commonTexts } from '../shared/text/common-texts.js';
import { useTexts } from '../shared/text/language.js';
import { ChangeNotice } from './change-notice.js';
import { areasOf, type Mark, type Marks, markIn, placesFreely, todoOf, type View } from './marks.js';
import { PageOverlay } from './page-overlay.js';
import { Palette } from './palette.js';
import { SidePanel } from './side-panel.js';
import { firstSignDesk, openSpots, type SignEffect, signDesk, toolsOf } from './sign-desk-state.js';
import { SignSheets } from './sign-sheets.js';
import { signTexts } from './sign-texts.js';
import { targetOf, targetOfSpot } from './targets.js';
import { TodoBar } from './todo-bar.js';
import { useChanges } from './use-changes.js';
import { OTHERS_KEPT_MS, useOthers } from './use-others.js';
import { useSeenPages } from './use-seen-pages.js';
import { useSignDraft } from './use-sign-draft.js';
import { useSpots } from './use-spots.js';

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
  const isWide = useWide();
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
  // Known before the sheet opens, so that it does not move under the finger.
  useOthers(canSign && todo.length === 0, OTHERS_KEPT_MS);
  const heading = useCallback(
    (element: HTMLHeadingElement | null) => element?.focus({ preventScroll: true }),
    [],
  );
  useEffect(() => {
    document.title = t.title(view.title);
  }, [t, view.title]);

  const isFree = canSign && placesFreely(view);
  useSpots(
    isFree ? view : null,
    useCallback((spots) => send({ type: 'spotsFound', spots }), [send]),
  );
  useUndoKeys({
    undo: useCallback(() => send({ type: 'undone' }), [send]),
    redo: useCallback(() => send({ type: 'redone' }), [send]),
  });

  // The contract opens where its signer has something to do, unless the address names a page.
  const [first] = useState(canSign && start === null && desk.sheet === null ? (todo[0] ?? null) : null);
  useEffect(() => {
    if (first !== null) send({ type: 'areaShown', area: first });
  }, [first, send]);

  function next() {
    const [area] = todo;
    const [spot] = openSpots(desk);
    const target = area != null ? targetOf(view, area) : spot === undefined ? null : targetOfSpot(spot);
    send({ type: 'nextAsked', isInSight: target !== null && handle.current?.isInSight(target) === true });
  }

  /** The only place may have been filled at one press: whoever wants another seal exchanges it. */
  const [only] = areas.length === 1 ? areas : [];
  const change =
    canSign && only !== undefined && markIn(marks, only) !== undefined
      ? () => send({ type: 'areaOpened', area: only })
      : null;

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
  const opener = (kind: 'more' | 'refuse' | 'text' | 'intent') => () =>
    send({ type: 'opened', sheet: { kind } });
  const refuse = canSign ? opener('refuse') : null;
  const acts = {
    left: todo.length,
    next,
    confirm: opener('intent'),
    notice: canSign ? (isOnline ? null : app.offlineBar) : '',
    change:
      change === null ? null : { label: view.isEnterprise ? t.otherSeal : t.otherSignature, run: change },
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
          more={isWide ? null : opener('more')}
        />
      }
      above={
        <>
          {news !== null && <ChangeNotice change={news} seen={newsSeen} />}
          {isFree && (
            <Palette
              tools={toolsOf(desk)}
              pick={(tool) => send({ type: 'toolPicked', tool, middle: middle() })}
              undo={desk.history.past.length === 0 ? null : () => send({ type: 'undone' })}
              redo={desk.history.future.length === 0 ? null : () => send({ type: 'redone' })}
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
          nameOf={nameOf}
          send={send}
          text={opener('text')}
          refuse={refuse}
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
            spots={isFree && todo.length > 0 ? openSpots(desk) : []}
            handle={handle}
            nameOf={nameOf}
            send={send}
          />
        )}
        handle={handle}
        onPage={look}
        start={start ?? first}
      />
    </DeskLayout>
  );
}

function focusArea(componentId: number): void {
  const marker = document.querySelector(`[data-area="${componentId}"]`);
  if (marker instanceof HTMLElement) marker.focus({ preventScroll: true });
}
