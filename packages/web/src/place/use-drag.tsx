import { type ReactNode, type RefObject, useCallback, useRef, useState } from 'react';
import type { DocumentHandle } from '../shared/document/document-handle.js';
import { type Box, type File, within } from './placed.js';
import { snap } from './snapping.js';

/** A box on a page. */
export interface Spot extends Box {
  readonly fileId: number;
  readonly page: number;
}

export interface DragRequest {
  readonly event: { readonly pointerId: number; readonly clientX: number; readonly clientY: number };
  /** In page px. */
  readonly size: { readonly width: number; readonly height: number };
  /** Where the pointer holds the field, in page px from its corner. */
  readonly grip: { readonly x: number; readonly y: number };
  /** Drawn under the pointer. */
  readonly face: ReactNode;
  /** A seam area stays on its page at the right edge; dragging changes its height only. */
  readonly seam: boolean;
  /** Boxes to snap to. */
  readonly othersOn: (fileId: number, page: number) => readonly Box[];
  readonly lift: () => void;
  /** null: dropped outside the pages. */
  readonly drop: (spot: Spot | null) => void;
}

/** In screen px. */
const DRAG_FROM = 6;
const SNAP = 6;
const EDGE = 64;
const STEP = 12;

/**
 * Dragging by mouse, touch or pen. React does not render during a drag; one element follows the pointer. `layer` must
 * be placed somewhere on the page.
 */
export function useDrag(files: readonly File[], handle: RefObject<DocumentHandle | null>) {
  const [face, setFace] = useState<ReactNode>(null);
  const ghost = useRef<HTMLDivElement>(null);
  const column = useRef<HTMLDivElement>(null);
  const row = useRef<HTMLDivElement>(null);

  const begin = useCallback(
    (request: DragRequest) => {
      const { pointerId } = request.event;
      const from = { x: request.event.clientX, y: request.event.clientY };
      let at = { ...from, alt: false };
      let isDragged = false;
      let wasInside = false;
      let frame = 0;
      let spot: Spot | null = null;
      let scale = scaleOfFirst(files);

      const draw = () => {
        frame = 0;
        const page = pageUnder(at.x, at.y);
        const found = page === null ? null : readPage(page, files);
        if (found !== null) scale = found.scale;
        const target = {
          x: request.seam && found !== null ? found.size.width - request.size.width : 0,
          ...request.size,
          y: 0,
        };
        let [left, top] = [at.x - request.grip.x * scale, at.y - request.grip.y * scale];
        let guides: { readonly x: number | null; readonly y: number | null } = { x: null, y: null };
        spot = null;
        if (found !== null) {
          const box = {
            ...target,
            x: request.seam ? target.x : (left - found.rect.left) / scale,
            y: (top - found.rect.top) / scale,
          };
          const inside = within(found.size, box);
          const others = request.othersOn(found.fileId, found.page);
          const snapped = at.alt
            ? { ...inside, guideX: null, guideY: null }
            : snap(inside, found.size, others, SNAP / scale);
          const placed = within(found.size, {
            ...inside,
            x: request.seam ? inside.x : snapped.x,
            y: snapped.y,
          });
          spot = { fileId: found.fileId, page: found.page, ...placed };
          left = found.rect.left + placed.x * scale;
          top = found.rect.top + placed.y * scale;
          guides = {
            x: snapped.guideX === null || request.seam ? null : found.rect.left + snapped.guideX * scale,
            y: snapped.guideY === null ? null : found.rect.top + snapped.guideY * scale,
          };
        }
        const element = ghost.current;
        if (element !== null) {
          element.style.width = `${request.size.width * scale}px`;
          element.style.height = `${request.size.height * scale}px`;
          element.style.transform = `translate(${left}px, ${top}px)`;
          element.dataset['off'] = String(spot === null);
        }
        place(column.current, guides.x, 'X');
        place(row.current, guides.y, 'Y');
        if (scrollNearEdge()) frame = requestAnimationFrame(draw);
      };
      /**
       * Scrolling at the edges starts once the pointer has been inside the viewport: a drag from the palette starts at
       * an edge.
       */
      const scrollNearEdge = () => {
        const view = document.querySelector('[data-page]')?.closest('section')?.getBoundingClientRect();
        if (view === undefined || at.x < view.left || at.x > view.right) return false;
        const [above, below] = [at.y - view.top, view.bottom - at.y];
        if (above > EDGE && below > EDGE) wasInside = true;
        if (!wasInside || above < 0 || below < 0 || (above > EDGE && below > EDGE)) return false;
        handle.current?.scrollBy(0, above <= EDGE ? -STEP : STEP);
        return true;
      };
      const onMove = (event: PointerEvent) => {
        if (event.pointerId !== pointerId) return;
        at = { x: event.clientX, y: event.clientY, alt: event.altKey };
        if (!isDragged) {
          if (Math.hypot(at.x - from.x, at.y - from.y) < DRAG_FROM) return;
          isDragged = true;
          request.lift();
          setFace(request.face);
        }
        if (frame === 0) frame = requestAnimationFrame(draw);
      };
      const onEnd = (event: PointerEvent) => {
        if (event.pointerId !== pointerId) return;
        window.removeEventListener('pointermove', onMove);
        window.removeEventListener('pointerup', onEnd);
        window.removeEventListener('pointercancel', onEnd);
        window.removeEventListener('keydown', onKey, true);
        if (isDragged && event.type === 'pointerup') draw();
        cancelAnimationFrame(frame);
        setFace(null);
        if (isDragged) request.drop(event.type === 'pointerup' ? spot : null);
      };
      const onKey = (event: KeyboardEvent) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onEnd(new PointerEvent('pointercancel', { pointerId }));
      };
      window.addEventListener('pointermove', onMove);
      window.addEventListener('pointerup', onEnd);
      window.addEventListener('pointercancel', onEnd);
      window.addEventListener('keydown', onKey, true);
    },
    [files, handle],
  );

  const layer =
    face === null ? null : (
      <div aria-hidden className="pointer-events-none fixed inset-0 z-30 overflow-hidden">
        <div ref={column} className="absolute top-0 left-0 h-full w-px bg-info" hidden />
        <div ref={row} className="absolute top-0 left-0 h-px w-full bg-info" hidden />
        <div
          ref={ghost}
          className="absolute top-0 left-0 rounded-marker opacity-90 shadow-menu data-[off=true]:ring-2 data-[off=true]:ring-danger"
        >
          {face}
        </div>
      </div>
    );
  return { begin, layer };
}

function place(line: HTMLElement | null, at: number | null, axis: 'X' | 'Y'): void {
  if (line === null) return;
  line.hidden = at === null;
  if (at !== null) line.style.transform = `translate${axis}(${at}px)`;
}

function pageUnder(x: number, y: number): HTMLElement | null {
  for (const element of document.elementsFromPoint(x, y)) {
    const page = element.closest('[data-page]');
    if (page instanceof HTMLElement) return page;
  }
  return null;
}

function readPage(element: HTMLElement, files: readonly File[]) {
  const [fileId, page] = (element.dataset['page'] ?? '').split('/').map(Number);
  const size = files.find((file) => file.fileId === fileId)?.pages[(page ?? 0) - 1];
  if (fileId === undefined || page === undefined || size === undefined) return null;
  const rect = element.getBoundingClientRect();
  return { fileId, page, size, rect, scale: rect.width / size.width };
}

/** Scale of the visible pages, which share one. */
function scaleOfFirst(files: readonly File[]): number {
  const element = document.querySelector('[data-page]');
  return element instanceof HTMLElement ? (readPage(element, files)?.scale ?? 1) : 1;
}
