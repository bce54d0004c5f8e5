import type { createByHandwriting } from '@cinnabar/api/operations/personal-seals.js';
import { type KeyboardEvent, lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { ThumbnailRail } from '../shared/components/thumbnail-rail.js';
import { type DocumentHandle, DocumentView } from '../shared/document/document-view.js';
import type { DocumentFile, PagePlace } from '../shared/document/layout.js';
import { pictureAddress } from '../shared/document/picture-address.js';
import { usePageInSight } from '../shared/document/use-page-in-sight.js';
import { type LinkContext, useLink } from '../shared/link/link-context.js';
import type { FaceResult } from '../shared/proof/face-check.js';
import { useOnline } from '../shared/state/use-online.js';
import { commonTexts } from '../shared/text/common-texts.js';
import { useTexts } from '../shared/text/language.js';
import { ChangeNotice } from './change-notice.js';
import { MarkSheet } from './mark-sheet.js';
import {
  type Area,
  areasOf,
  type Ink,
  type Mark,
  type Marks,
  markIn,
  placesFreely,
  sizeOf,
  todoOf,
  type View,
  withAreas,
  within,
} from './marks.js';
import { MoreSheet } from './more-sheet.js';
import { PageOverlay } from './page-overlay.js';
import { Palette, type Tool } from './palette.js';
import { RemarkSheet } from './remark-sheet.js';
import { SealPicker } from './seal-picker.js';
import { SidePanel } from './side-panel.js';
import { SignHeader } from './sign-header.js';
import { signTexts } from './sign-texts.js';
import { targetOf, topOf } from './targets.js';
import { TodoBar } from './todo-bar.js';
import { useChanges } from './use-changes.js';
import { useMarks } from './use-marks.js';
import { useSeenPages } from './use-seen-pages.js';

const IntentSheet = lazy(async () => ({ default: (await import('./intent-sheet.js')).IntentSheet }));
const RefuseSheet = lazy(async () => ({ default: (await import('./refuse-sheet.js')).RefuseSheet }));
const TextView = lazy(() => import('../shared/document/text-view.js'));
const TransferSheet = lazy(() => import('./transfer-sheet.js'));
const Handwriting = lazy(() => import('./handwriting.js'));

interface Props {
  readonly view: View;
  readonly canSign: boolean;
  readonly back: (() => void) | null;
  /** The person comes back from a face check for what they have placed: nothing is left but to sign. */
  readonly face: FaceResult | null;
  readonly signed: (marks: Marks) => Promise<void>;
  /** Asks how the contract stands. @throws Refused, Unanswered */
  readonly wasSigned: () => Promise<boolean>;
  readonly changed: () => Promise<void>;
}

/** What lies over the page: at most one at a time. */
type Open =
  | {
      readonly kind: 'seals' | 'pad';
      readonly area: Area | null;
      readonly seam: boolean;
      readonly replaces: Mark | null;
    }
  | { readonly kind: 'mark'; readonly id: string }
  | { readonly kind: 'more' | 'refuse' | 'transfer' | 'intent' | 'remark' | 'text' };

let made = 0;

/** The contract on the desk: read it, place what is missing, confirm. */
export function SignDesk(props: Props) {
  const { view, canSign, back, face, signed, wasSigned, changed } = props;
  const t = useTexts(signTexts);
  const app = useTexts(commonTexts);
  const link = useLink();
  const isOnline = useOnline();
  const handle = useRef<DocumentHandle>(null);
  const { marks, setMarks, keepNow } = useMarks(view, canSign);
  const { change: news, seen: newsSeen } = useChanges(view);
  const [open, setOpen] = useState<Open | null>(face !== null && canSign ? { kind: 'intent' } : null);
  const [current, setCurrent] = useState<number | null>(null);
  const { key: page, start, onPage: keepPage } = usePageInSight('sign', view.files);
  const [said, setSaid] = useState('');
  const { saw, count: seenPages } = useSeenPages(view.shown);
  const areas = useMemo(() => areasOf(view), [view]);
  const isFree = canSign && placesFreely(view);
  const todo = todoOf(view, marks);
  const total = Math.max(1, areas.filter(({ required }) => required).length);

  const heading = useCallback(
    (element: HTMLHeadingElement | null) => element?.focus({ preventScroll: true }),
    [],
  );
  useEffect(() => {
    document.title = t.title(view.title);
  }, [t, view.title]);

  const pictureOf = useCallback(
    (file: DocumentFile, number: number, width: number) => pictureAddress(link.linkId, file, number, width),
    [link.linkId],
  );
  const onPage = useCallback(
    (place: PagePlace) => {
      saw(place.key);
      keepPage(place);
    },
    [saw, keepPage],
  );

  function next() {
    const [target] = todo;
    if (target === undefined) return;
    if (target === null) {
      setOpen({ kind: 'seals', area: null, seam: false, replaces: null });
      return;
    }
    setCurrent(target.componentId);
    if (handle.current?.isInSight(targetOf(view, target)) === true) openArea(target);
    else handle.current?.show(targetOf(view, target));
  }

  /** N and P, while the focus is in the document: to the next place that is open, and to the one before. */
  function onKey(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || !/^[np]$/i.test(event.key)) return;
    const open = todo.filter((area) => area !== null);
    if (open.length === 0) return;
    event.preventDefault();
    const step = event.key.toLowerCase() === 'n' ? 1 : -1;
    const at = open.findIndex(({ componentId }) => componentId === current);
    const target = open.at(at === -1 ? (step === 1 ? 0 : -1) : (at + step) % open.length);
    if (target === undefined) return;
    show(target);
    // Its page may have to be drawn first.
    setTimeout(() => {
      const marker = document.querySelector(`[data-area="${target.componentId}"]`);
      if (marker instanceof HTMLElement) marker.focus({ preventScroll: true });
    }, 400);
  }

  function openArea(area: Area) {
    setCurrent(area.componentId);
    setOpen({ kind: 'seals', area, seam: area.seam, replaces: markIn(marks, area) ?? null });
  }

  function show(area: Area) {
    setOpen(null);
    setCurrent(area.componentId);
    handle.current?.show(targetOf(view, area));
  }

  function change(mark: Mark) {
    setMarks((before) => before.map((each) => (each.id === mark.id ? mark : each)));
  }

  function remove(id: string) {
    setMarks((before) => before.filter((each) => each.id !== id));
    setOpen(null);
  }

  /** Into one area, into all that are empty, or onto the page in sight. */
  function place(
    ink: Ink,
    where: { area: Area | null; seam: boolean; replaces: Mark | null },
    everywhere = false,
  ) {
    setOpen(null);
    if ('vibrate' in navigator) navigator.vibrate(10);
    const { area, replaces } = where;
    if (area !== null) {
      const empty = areas.filter((each) => markIn(marks, each) === undefined);
      const targets = everywhere ? [area, ...empty.filter((each) => each !== area)] : [area];
      setMarks((before) => withAreas(before, targets, ink));
      return;
    }
    const size = sizeOf(ink);
    if (replaces !== null) {
      change({ ...replaces, ...size, ink });
      return;
    }
    const middle = handle.current?.middle() ?? null;
    const file = view.files.find(({ fileId }) => fileId === middle?.fileId);
    if (middle === null || file === undefined) return;
    made += 1;
    const mark = within(file, {
      id: `free ${made}`,
      area: null,
      fileId: file.fileId,
      page: where.seam ? 1 : middle.page,
      x: middle.x - size.width / 2,
      y: middle.y - size.height / 2,
      ...size,
      seam: where.seam,
      ink,
    });
    setMarks((before) => [...before, mark]);
  }

  function pick(tool: Tool) {
    const where = { area: null, seam: tool === 'seam', replaces: null };
    if (tool === 'date') place({ kind: 'date' }, where);
    else if (tool === 'remark') setOpen({ kind: 'remark' });
    else setOpen({ kind: tool === 'signature' ? 'pad' : 'seals', ...where });
  }

  const nameOf = (mark: Mark) =>
    mark.seam
      ? t.seam
      : { seal: t.seal, handwriting: t.handwriting, date: t.date, remark: t.remark }[mark.ink.kind];
  const tools: readonly Tool[] = [
    'seal',
    'signature',
    'date',
    'remark',
    ...(view.files.some(({ freeSeam }) => freeSeam) && !marks.some(({ seam }) => seam)
      ? (['seam'] as const)
      : []),
  ];
  const refuse = canSign ? () => setOpen({ kind: 'refuse' }) : null;
  const transfer = canSign && view.canTransfer ? () => setOpen({ kind: 'transfer' }) : null;
  const text = () => setOpen({ kind: 'text' });
  const close = () => setOpen(null);
  const notice = canSign ? (isOnline ? null : app.offlineBar) : '';
  const confirm = () => setOpen({ kind: 'intent' });

  const over = (at: PagePlace, scale: number) => (
    <PageOverlay
      view={view}
      areas={areas}
      marks={marks}
      at={at}
      scale={scale}
      canSign={canSign}
      isRead={page === at.key}
      current={current}
      handle={handle}
      openArea={openArea}
      nameOf={nameOf}
      move={change}
      remove={remove}
      openMark={(id) => setOpen({ kind: 'mark', id })}
      say={setSaid}
    />
  );

  const opened = open?.kind === 'mark' ? marks.find(({ id }) => id === open.id) : undefined;
  const openedFile = view.files.find(({ fileId }) => fileId === opened?.fileId);
  return (
    <div className="flex h-full flex-col">
      <a
        href="#actions"
        className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:bg-n-0 focus:p-3 focus:text-small"
      >
        {t.skipToBar}
      </a>
      <SignHeader view={view} back={back} more={() => setOpen({ kind: 'more' })} headingRef={heading} />
      {news !== null && <ChangeNotice change={news} seen={newsSeen} />}
      {isFree && <Palette tools={tools} pick={pick} />}
      <div className="flex min-h-0 flex-1">
        <ThumbnailRail
          label={t.thumbnails}
          files={view.files}
          current={page}
          pictureOf={pictureOf}
          show={(file, number) => handle.current?.show(topOf(file, number))}
        />
        <main className="min-w-0 flex-1" onKeyDown={onKey}>
          <DocumentView
            files={view.files}
            pictureOf={pictureOf}
            over={over}
            handle={handle}
            onPage={onPage}
            start={start}
          />
        </main>
        <SidePanel
          view={view}
          marks={marks}
          left={todo.length}
          show={show}
          next={next}
          confirm={confirm}
          notice={notice}
          text={text}
          refuse={refuse}
          transfer={transfer}
        />
      </div>
      {canSign && (
        <TodoBar
          left={todo.length}
          total={total}
          deadline={view.deadline}
          next={next}
          confirm={confirm}
          notice={notice}
        />
      )}
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
      {open?.kind === 'seals' && (
        <SealPicker
          seals={view.seals}
          isEnterprise={view.isEnterprise}
          area={open.area}
          openPlaces={
            new Set([...todo.flatMap((area) => area ?? []), ...(open.area === null ? [] : [open.area])]).size
          }
          isFilled={open.replaces !== null}
          close={close}
          choose={(seal, everywhere) => place({ kind: 'seal', seal }, open, everywhere)}
          write={open.seam || view.isEnterprise ? null : () => setOpen({ ...open, kind: 'pad' })}
          remove={() => open.replaces !== null && remove(open.replaces.id)}
        />
      )}
      {opened !== undefined && openedFile !== undefined && (
        <MarkSheet
          mark={opened}
          name={nameOf(opened)}
          file={openedFile}
          close={close}
          move={(mark) => {
            change(mark);
            handle.current?.show(mark);
          }}
          change={
            opened.ink.kind === 'seal'
              ? () => setOpen({ kind: 'seals', area: null, seam: opened.seam, replaces: opened })
              : null
          }
          remove={() => remove(opened.id)}
        />
      )}
      {open?.kind === 'more' && (
        <MoreSheet
          view={view}
          marks={marks}
          close={close}
          show={show}
          text={text}
          refuse={refuse}
          transfer={transfer}
        />
      )}
      {open?.kind === 'remark' && (
        <RemarkSheet
          close={close}
          place={(text) => place({ kind: 'remark', text }, { area: null, seam: false, replaces: null })}
        />
      )}
      <Suspense>
        {open?.kind === 'transfer' && <TransferSheet view={view} close={close} done={() => void changed()} />}
        {open?.kind === 'refuse' && <RefuseSheet view={view} close={close} done={() => void changed()} />}
        {open?.kind === 'pad' && (
          <Handwriting
            close={close}
            canKeep={!view.isEnterprise}
            use={(picture, ratio, isKept) => {
              place({ kind: 'handwriting', picture, ratio }, open);
              // It is signed with as it is; that it is there the next time is a courtesy.
              if (isKept) void keepHandwriting(link, picture).catch(() => undefined);
            }}
          />
        )}
        {open?.kind === 'text' && <TextView files={view.files} close={close} />}
        {open?.kind === 'intent' && (
          <IntentSheet
            view={view}
            marks={marks}
            seenPages={seenPages()}
            close={close}
            signed={() => void signed(marks)}
            wasSigned={wasSigned}
            outdated={() => {
              close();
              void changed();
            }}
            keepNow={keepNow}
            face={face}
          />
        )}
      </Suspense>
    </div>
  );
}

function keepHandwriting(link: LinkContext, image: string) {
  return link.call<typeof createByHandwriting>('/seal/personal/createByHandwriting', { image });
}
