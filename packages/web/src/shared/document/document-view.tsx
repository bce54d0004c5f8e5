import { Minus, Plus } from 'lucide-react';
import {
  type ReactNode,
  type RefObject,
  useCallback,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Button, IconButton } from '../components/button.js';
import { iconSize } from '../components/icons.js';
import { useTexts } from '../text/language.js';
import type { DocumentHandle, Target } from './document-handle.js';
import { documentTexts } from './document-texts.js';
import type { PageOfFile } from './first-in-sight.js';
import {
  currentPage,
  type DocumentFile,
  type Layout,
  layOut,
  PAGE_GAP,
  type PagePlace,
  pagesInSight,
  TITLE_HEIGHT,
  tierFor,
  zoomOfWholePage,
} from './layout.js';
import { PagePicture } from './page-picture.js';
import { Scrubber } from './scrubber.js';
import { useZoom, type ZoomRange } from './use-zoom.js';

interface Props {
  readonly files: readonly DocumentFile[];
  readonly pictureOf: (file: DocumentFile, page: number, width: number) => string;
  /** Overlay of a page; `scale` is the number of screen px per document px. */
  readonly over: (page: PagePlace, scale: number) => ReactNode;
  readonly handle: RefObject<DocumentHandle | null>;
  readonly onPage?: (page: PagePlace) => void;
  /** The page that is shown first. */
  readonly start?: PageOfFile | null;
  /** Scale below which a button would be too small; the view zooms to it. */
  readonly readableZoom?: number;
  /** 1 fits the width. */
  readonly zoomRange?: ZoomRange;
}

/** Makes the scrolling element focusable for keyboard users. */
const focusable = { tabIndex: 0 } as const;

interface Sight {
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** All files of a contract in one scrolling column. Only pages near the viewport are rendered. */
export function DocumentView(props: Props) {
  const { files, pictureOf, over, handle, onPage, start = null, readableZoom = 1.4 } = props;
  const t = useTexts(documentTexts);
  const scroller = useRef<HTMLDivElement>(null);
  const known = useRef<{ readonly layout: Layout; readonly zoom: number } | null>(null);
  const { zoom, setZoom } = useZoom(scroller, known, props.zoomRange);
  const [sight, setSight] = useState<Sight>({ top: 0, width: 0, height: 0 });
  const top = useRef(0);
  const gutter = sight.width >= 1024 ? 24 : sight.width >= 640 ? 16 : 8;
  const layout = useMemo(() => layOut(files, sight.width, gutter, zoom), [files, sight.width, gutter, zoom]);
  known.current = { layout, zoom };
  const told = useRef('');
  const hasStarted = useRef(start === null);

  const look = useCallback(() => {
    const element = scroller.current;
    if (element === null) return;
    const next = { top: element.scrollTop, width: element.clientWidth, height: element.clientHeight };
    top.current = next.top;
    const now = known.current?.layout;
    // Scrolling renders only when it brings other pages.
    setSight((before) => (now !== undefined && showsTheSame(now, before, next) ? before : next));
    if (!hasStarted.current || now === undefined) return;
    const page = currentPage(now, element.scrollTop, element.clientHeight);
    if (page !== null && page.key !== told.current) {
      told.current = page.key;
      onPage?.(page);
    }
  }, [onPage]);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    look();
    const watcher = new ResizeObserver(look);
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [look]);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (hasStarted.current || element === null || sight.width === 0) return;
    hasStarted.current = true;
    const place = start === null ? undefined : placeOf(layout.pages, start);
    if (place !== undefined) element.scrollTo({ top: place.top - gutter, behavior: 'instant' });
    look();
  }, [layout, sight.width, gutter, start, look]);

  const pending = useRef<Target | null>(null);
  const scrollTo = useCallback((target: Target) => {
    const element = scroller.current;
    const now = known.current?.layout;
    const place = now === undefined ? undefined : placeOf(now.pages, target);
    if (element === null || now === undefined || place === undefined) return;
    const { scale } = now;
    const x = place.left + (target.x + target.width / 2) * scale;
    const y = place.top + (target.y + target.height / 2) * scale;
    const isFar = Math.abs(y - element.scrollTop) > 4 * element.clientHeight;
    element.scrollTo({
      left: x - element.clientWidth / 2,
      top: y - element.clientHeight * 0.4,
      behavior: isFar ? 'instant' : 'smooth',
    });
  }, []);

  const show = useCallback(
    (target: Target) => {
      if (known.current === null) return;
      const { layout: now, zoom: current } = known.current;
      const isSmall = Math.min(target.width, target.height) * now.scale < 44;
      pending.current = null;
      if (now.room === 0) pending.current = target;
      else if (isSmall && current < readableZoom) {
        pending.current = target;
        setZoom(readableZoom);
      } else scrollTo(target);
    },
    [readableZoom, scrollTo, setZoom],
  );

  // What is to be shown waits for the first layout, and after a zoom for the new one.
  useLayoutEffect(() => {
    const target = pending.current;
    if (target !== null && layout.room > 0) show(target);
  }, [layout, show]);

  useImperativeHandle(
    handle,
    (): DocumentHandle => ({
      show,
      isInSight(target) {
        const element = scroller.current;
        const now = known.current?.layout;
        const place = now === undefined ? undefined : placeOf(now.pages, target);
        if (element === null || now === undefined || place === undefined) return false;
        const { scale } = now;
        const top = place.top + target.y * scale - element.scrollTop;
        const left = place.left + target.x * scale - element.scrollLeft;
        const isHigh = top >= -4 && top + Math.min(target.height * scale, 80) <= element.clientHeight + 4;
        return isHigh && left >= -4 && left + Math.min(target.width * scale, 80) <= element.clientWidth + 4;
      },
      middle() {
        const element = scroller.current;
        const now = known.current?.layout;
        if (element === null || now === undefined) return null;
        const place = currentPage(now, element.scrollTop, element.clientHeight);
        if (place === null) return null;
        const from = Math.max(place.top, element.scrollTop);
        const to = Math.min(place.top + place.height, element.scrollTop + element.clientHeight);
        const x = (element.scrollLeft + element.clientWidth / 2 - place.left) / now.scale;
        return { fileId: place.fileId, page: place.page, x, y: ((from + to) / 2 - place.top) / now.scale };
      },
      scrollBy(dx, dy) {
        scroller.current?.scrollBy({ left: dx, top: dy, behavior: 'instant' });
      },
      zoomTo(wished) {
        const element = scroller.current;
        if (element === null || known.current === null) return;
        if (typeof wished === 'number') return setZoom(wished);
        const { layout: now, zoom: current } = known.current;
        const page = currentPage(now, element.scrollTop, element.clientHeight);
        if (wished === 'width' || page === null) return setZoom(1);
        const box = element.getBoundingClientRect();
        element.scrollTo({ top: page.top - PAGE_GAP, behavior: 'instant' });
        const wholePage = zoomOfWholePage(page, element.clientHeight, current);
        setZoom(wholePage, { x: box.left + box.width / 2, y: box.top });
      },
    }),
    [show, setZoom],
  );

  // The pictures at the beginning are not fetched if the document opens elsewhere.
  const near = hasStarted.current ? pagesInSight(layout, top.current, sight.height) : [];
  const total = layout.pages.length;
  const here = currentPage(layout, top.current, sight.height);
  const density = window.devicePixelRatio;
  return (
    <div className="relative size-full">
      <section
        ref={scroller}
        onScroll={look}
        {...focusable}
        aria-label={t.document}
        className="absolute inset-0 overflow-auto overscroll-contain outline-offset-[-2px] [touch-action:pan-x_pan-y]"
      >
        <div className="relative" style={{ width: layout.width, height: layout.height }}>
          {files.length > 1 &&
            layout.titles.map((title) => (
              <div
                key={title.fileId}
                className="pointer-events-none absolute z-20 w-full"
                style={{ top: title.top, height: title.bottom - title.top }}
              >
                <p
                  style={{ height: TITLE_HEIGHT, width: sight.width }}
                  className="sticky top-0 left-0 m-0 flex items-center border-b border-n-200 bg-n-50 px-4 text-small font-medium text-n-700 lg:px-6"
                >
                  <bdi className="truncate">{title.fileName}</bdi>
                </p>
              </div>
            ))}
          {near.map((place) => {
            const file = files.find(({ fileId }) => fileId === place.fileId);
            if (file === undefined) return null;
            return (
              <article
                key={place.key}
                data-page={place.key}
                aria-label={t.page(place.page, file.pages.length)}
                className="absolute bg-n-0 shadow-paper"
                style={{ left: place.left, top: place.top, width: place.width, height: place.height }}
              >
                <PagePicture
                  addressOf={(width) => pictureOf(file, place.page, width)}
                  tier={tierFor(place.width, density)}
                  isFirst={place.key === here?.key}
                />
                {over(place, layout.scale)}
              </article>
            );
          })}
        </div>
      </section>
      {total >= 8 && here !== null && (
        <Scrubber
          page={here.number}
          total={total}
          jump={(number) => {
            const place = layout.pages[number - 1];
            if (place !== undefined) scroller.current?.scrollTo({ top: place.top - 8, behavior: 'instant' });
          }}
        />
      )}
      <div className="absolute right-4 bottom-4 z-20 hidden items-center rounded-control bg-n-0 shadow-menu lg:flex">
        <IconButton label={t.zoomOut} onPress={() => setZoom(zoom / 1.25)}>
          <Minus {...iconSize} />
        </IconButton>
        <span className="figures w-12 text-center text-small text-n-700">{Math.round(zoom * 100)}%</span>
        <IconButton label={t.zoomIn} onPress={() => setZoom(zoom * 1.25)}>
          <Plus {...iconSize} />
        </IconButton>
        <Button look="quiet" small onPress={() => setZoom(1)}>
          {t.fit}
        </Button>
      </div>
    </div>
  );
}

/** Whether a scroll position shows the pages that another one shows. */
function showsTheSame(layout: Layout, before: Sight, now: Sight): boolean {
  if (before.width !== now.width || before.height !== now.height) return false;
  const here = ({ top, height }: Sight) => currentPage(layout, top, height)?.number;
  if (here(before) !== here(now)) return false;
  const [old, next] = [before, now].map(({ top, height }) => pagesInSight(layout, top, height));
  return old?.length === next?.length && old?.[0] === next?.[0];
}

function placeOf(pages: readonly PagePlace[], { fileId, page }: PageOfFile): PagePlace | undefined {
  return pages.find((place) => place.fileId === fileId && place.page === page);
}
