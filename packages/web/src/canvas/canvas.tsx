import { useCallback, useEffect, useImperativeHandle, useMemo, useRef } from 'react';
import type { DocumentHandle } from '../shared/document/document-handle.js';
import { DocumentView } from '../shared/document/document-view.js';
import type { PagePlace } from '../shared/document/layout.js';
import { useTexts } from '../shared/text/language.js';
import { CanvasEvents } from './canvas-events.js';
import type { CanvasHandle } from './canvas-handle.js';
import { CanvasPage } from './canvas-page.js';
import type { CanvasProps } from './canvas-props.js';
import { canvasTexts } from './canvas-texts.js';
import { onPage as controlsOn, indexByPage, type PageIndex, seamsOf } from './geometry/page-index.js';

const zoomRange = [0.25, 4] as const;

/**
 * The pages with controls on them: selecting, dragging, resizing, adding, by pointer and by keys. It changes nothing
 * itself: what a person did is reported by `send`. While a pointer is down React renders nothing; the events write to
 * the elements directly and report once, at the end.
 */
export function Canvas(props: CanvasProps) {
  const { files, controls, parties, selection, handle, focusKey = null } = props;
  const t = useTexts(canvasTexts);
  const root = useRef<HTMLDivElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  const voice = useRef<HTMLParagraphElement>(null);
  const pages = useRef<DocumentHandle | null>(null);
  const awaited = useRef<string | null>(null);
  const lastIndex = useRef<PageIndex>(undefined);
  const index = useMemo(() => indexByPage(controls, lastIndex.current), [controls]);
  lastIndex.current = index;
  const live = useRef({ props, index, t });
  live.current = { props, index, t };

  const events = useMemo(() => new CanvasEvents({ live, root, layer, voice, pages, awaited }), []);
  useEffect(() => events.listen(), [events]);
  useEffect(() => {
    if (focusKey !== null) events.focus(focusKey);
  }, [focusKey, events]);
  useImperativeHandle(
    handle,
    (): CanvasHandle => ({
      show: (target) => pages.current?.show(target),
      isInSight: (target) => pages.current?.isInSight(target) ?? false,
      middle: () => pages.current?.middle() ?? null,
      scrollBy: (dx, dy) => pages.current?.scrollBy(dx, dy),
      zoomTo: (zoom) => pages.current?.zoomTo(zoom),
      reveal: (key) => events.reveal(key),
      dragNew: (event, control) => events.dragNew(event, control),
      addInSight: (control) => events.addInSight(control),
    }),
    [events],
  );

  const selected = useMemo(() => new Set(selection), [selection]);
  const isAlone = selection.length === 1 && props.isReadOnly !== true;
  const over = useCallback(
    (place: PagePlace, scale: number) => {
      const file = files.find(({ fileId }) => fileId === place.fileId);
      const size = file?.pages[place.page - 1];
      if (file === undefined || size === undefined) return null;
      const here = controlsOn(index, place.key);
      const seams = seamsOf(index, place.fileId);
      return (
        <CanvasPage
          controls={here}
          seams={seams}
          parties={parties}
          page={place.page}
          pageCount={file.pages.length}
          size={size}
          scale={scale}
          selected={[...here, ...seams]
            .map(({ key }) => key)
            .filter((key) => selected.has(key))
            .join('\n')}
          isAlone={isAlone}
          awaited={awaited}
        />
      );
    },
    [files, index, parties, selected, isAlone],
  );

  return (
    <div ref={root} className="size-full">
      <DocumentView
        files={files}
        pictureOf={props.pictureOf}
        over={over}
        handle={pages}
        zoomRange={zoomRange}
        {...(props.onPage === undefined ? {} : { onPage: props.onPage })}
        {...(props.start === undefined ? {} : { start: props.start })}
        {...(props.readableZoom === undefined ? {} : { readableZoom: props.readableZoom })}
      />
      <div ref={layer} aria-hidden className="pointer-events-none fixed inset-0 z-30 overflow-hidden" />
      <p ref={voice} aria-live="polite" className="sr-only" />
    </div>
  );
}
