import { type KeyboardEvent, type PointerEvent, type RefObject, useRef, useState } from 'react';
import type { DocumentHandle } from '../shared/document/document-handle.js';
import { PX_PER_MM, sliceOf } from '../shared/document/seal-geometry.js';
import { useTexts } from '../shared/text/language.js';
import { type Mark, type PageFile, within } from './marks.js';
import { SealFace } from './seal-face.js';
import { signTexts } from './sign-texts.js';

interface Props {
  readonly mark: Mark;
  readonly name: string;
  readonly scale: number;
  readonly files: readonly PageFile[];
  readonly handle: RefObject<DocumentHandle | null>;
  readonly move: (mark: Mark) => void;
  readonly remove: () => void;
  readonly open: () => void;
  readonly say: (words: string) => void;
}

/** Scrolling zone at the edges of the viewport, in screen px. */
const EDGE = 64;
const MIN_SLICE = 28;
const MIN_TARGET = 44;
const DRAG_FROM = 6;
/** Snapping distance in page px. */
const SNAP = 4;
const MARGIN = 10 * PX_PER_MM;

interface Ghost {
  readonly left: number;
  readonly top: number;
  readonly isOut: boolean;
}

/** A mark that the signer placed freely: dragged by pointer, moved by keys, opened by a tap. */
export function FreeMark({ mark, name, scale, files, handle, move, remove, open, say }: Props) {
  const t = useTexts(signTexts);
  const [ghost, setGhost] = useState<Ghost | null>(null);
  const lifted = useRef<Mark | null>(null);
  const [isLifted, setLifted] = useState(false);
  const wasDragged = useRef(false);
  const file = files.find(({ fileId }) => fileId === mark.fileId);
  const pageWidth = (file?.pages[mark.page - 1]?.width ?? 0) * scale;
  // Only this page's slice of a seam seal can be dragged; it is drawn on all pages.
  const slice = mark.seam
    ? Math.max(MIN_SLICE, (mark.width * scale) / sliceOf(file?.pages.length ?? 1, 1).of)
    : 0;
  const [width, height] = [mark.seam ? slice : mark.width * scale, mark.height * scale];
  const left = mark.seam ? pageWidth - slice : mark.x * scale;
  // A date is 57 x 11 px on a phone: what fingers touch is larger than what is drawn.
  const [growX, growY] = [Math.max(0, MIN_TARGET - width) / 2, Math.max(0, MIN_TARGET - height) / 2];

  function onPointerDown(event: PointerEvent<HTMLButtonElement>) {
    if (event.button !== 0) return;
    const box = event.currentTarget.getBoundingClientRect();
    const grip = { x: event.clientX - box.left - growX, y: event.clientY - box.top - growY };
    const from = { x: event.clientX, y: event.clientY };
    const id = event.pointerId;
    let at = from;
    let frame = 0;
    wasDragged.current = false;

    const follow = () => {
      frame = 0;
      const dy = at.y < EDGE + 56 ? -12 : at.y > window.innerHeight - EDGE - 96 ? 12 : 0;
      if (dy !== 0) {
        handle.current?.scrollBy(0, dy);
        frame = requestAnimationFrame(follow);
      }
      const [left, top] = [at.x - grip.x, at.y - grip.y];
      setGhost({ left, top, isOut: pageUnder(left + width / 2, top + height / 2) === null });
    };
    const onMove = (moved: globalThis.PointerEvent) => {
      if (moved.pointerId !== id) return;
      at = { x: moved.clientX, y: moved.clientY };
      if (!wasDragged.current && Math.hypot(at.x - from.x, at.y - from.y) < DRAG_FROM) return;
      wasDragged.current = true;
      if (frame === 0) frame = requestAnimationFrame(follow);
    };
    const onEnd = (ended: globalThis.PointerEvent) => {
      if (ended.pointerId !== id) return;
      window.removeEventListener('pointermove', onMove);
      window.removeEventListener('pointerup', onEnd);
      window.removeEventListener('pointercancel', onEnd);
      cancelAnimationFrame(frame);
      setGhost(null);
      if (!wasDragged.current || ended.type === 'pointercancel') return;
      const [left, top] = [at.x - grip.x, at.y - grip.y];
      const page = pageUnder(left + width / 2, top + height / 2);
      const place = page === null ? null : placeOn(page, left, top, scale);
      const file = files.find(({ fileId }) => fileId === place?.fileId);
      if (place === null || file === undefined) return;
      move(within(file, snapped(file, { ...mark, ...place, fileId: file.fileId })));
    };
    window.addEventListener('pointermove', onMove);
    window.addEventListener('pointerup', onEnd);
    window.addEventListener('pointercancel', onEnd);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault();
      remove();
      return;
    }
    const before = lifted.current;
    if (before === null) return;
    if (event.key === 'Escape') {
      event.stopPropagation();
      move(before);
      putDown();
      return;
    }
    const moved = file === undefined ? null : movedByKey(file, mark, event.key, event.shiftKey);
    if (file === undefined || moved === null) return;
    event.preventDefault();
    const placed = within(file, moved);
    move(placed);
    handle.current?.show(placed);
    const mm = (px: number) => Math.round(px / PX_PER_MM);
    say(t.position(placed.page, mm(placed.x), mm(placed.y)));
  }

  function putDown() {
    lifted.current = null;
    setLifted(false);
    say(t.dropped);
  }

  return (
    <>
      <button
        type="button"
        aria-pressed={isLifted}
        data-mark={mark.id}
        onPointerDown={onPointerDown}
        onKeyDown={onKeyDown}
        onClick={(event) => {
          if (wasDragged.current) {
            wasDragged.current = false;
            return;
          }
          // A pointer opens the mark; Enter picks it up and puts it down.
          if (event.detail > 0) open();
          else if (isLifted) putDown();
          else {
            lifted.current = mark;
            setLifted(true);
            say(t.lifted);
          }
        }}
        className={`absolute z-10 touch-none rounded-marker border-0 bg-transparent p-0 ${ghost === null ? '' : 'opacity-30'}`}
        style={{
          left: left - growX,
          top: mark.y * scale - growY,
          width: width + 2 * growX,
          height: height + 2 * growY,
          cursor: 'grab',
        }}
      >
        <span
          className={`absolute rounded-marker border-[1.5px] ${
            isLifted ? 'border-info shadow-menu' : 'border-dashed border-success'
          }`}
          style={{ left: growX, top: growY, width, height }}
        >
          {!mark.seam && <SealFace mark={mark} scale={scale} />}
        </span>
        <span className="sr-only">{t.grab(name)}</span>
      </button>
      {ghost !== null && (
        <span
          aria-hidden
          className={`pointer-events-none fixed z-30 rounded-marker border-[1.5px] shadow-menu ${
            ghost.isOut ? 'border-danger bg-danger/20' : 'border-info'
          }`}
          style={{ left: ghost.left, top: ghost.top, width, height }}
        >
          {!mark.seam && <SealFace mark={mark} scale={scale} />}
        </span>
      )}
    </>
  );
}

function pageUnder(x: number, y: number): HTMLElement | null {
  for (const element of document.elementsFromPoint(x, y)) {
    const page = element.closest('[data-page]');
    if (page instanceof HTMLElement) return page;
  }
  return null;
}

function placeOn(page: HTMLElement, left: number, top: number, scale: number) {
  const [fileId, number] = (page.dataset['page'] ?? '').split('/').map(Number);
  if (fileId === undefined || number === undefined) return null;
  const box = page.getBoundingClientRect();
  return { fileId, page: number, x: (left - box.left) / scale, y: (top - box.top) / scale };
}

/** Snaps to the centre line and the margins of the page. */
function snapped(file: PageFile, mark: Mark): Mark {
  const page = file.pages[mark.page - 1];
  if (page === undefined) return mark;
  const nearest = (value: number, size: number, whole: number) =>
    [(whole - size) / 2, MARGIN, whole - MARGIN - size].find((line) => Math.abs(line - value) <= SNAP) ??
    value;
  return {
    ...mark,
    x: nearest(mark.x, mark.width, page.width),
    y: nearest(mark.y, mark.height, page.height),
  };
}

function movedByKey(file: PageFile, mark: Mark, key: string, isFar: boolean): Mark | null {
  const step = (isFar ? 10 : 1) * PX_PER_MM;
  const page = file.pages[mark.page - 1];
  if (page === undefined) return null;
  switch (key) {
    case 'ArrowLeft':
      return { ...mark, x: mark.x - step };
    case 'ArrowRight':
      return { ...mark, x: mark.x + step };
    case 'ArrowUp':
      return { ...mark, y: mark.y - step };
    case 'ArrowDown':
      return { ...mark, y: mark.y + step };
    case 'Home':
      return { ...mark, x: 0 };
    case 'End':
      return { ...mark, x: page.width - mark.width };
    case 'PageDown':
      return { ...mark, page: Math.min(file.pages.length, mark.page + 1) };
    case 'PageUp':
      return { ...mark, page: Math.max(1, mark.page - 1) };
    default:
      return null;
  }
}
