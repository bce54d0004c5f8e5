import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type HeldPoint, holdPoint, type Layout, placeOfPoint } from './layout.js';

interface Focus {
  /** The point that stays fixed while zooming: px in the window, and its place on a page. */
  readonly x: number;
  readonly y: number;
  readonly held: HeldPoint;
}

export interface Zoom {
  readonly zoom: number;
  readonly setZoom: (zoom: number, around?: { readonly x: number; readonly y: number }) => void;
}

const isCoarse = window.matchMedia('(pointer: coarse)').matches;
export type ZoomRange = readonly [least: number, most: number];
const usualRange: ZoomRange = isCoarse ? [1, 4] : [0.5, 3];
const DOUBLE_TAP_ZOOM = 2.2;
const DOUBLE_TAP_MS = 300;

/** Zooms the content of the scroller, not the whole page: by pinching, double tap, or Ctrl and the wheel. */
export function useZoom(
  scroller: RefObject<HTMLElement | null>,
  known: RefObject<{ readonly layout: Layout } | null>,
  [least, most]: ZoomRange = usualRange,
): Zoom {
  const [zoom, setState] = useState(1);
  const current = useRef(1);
  const focus = useRef<Focus | null>(null);

  const setZoom = useCallback(
    (wished: number, around?: { readonly x: number; readonly y: number }) => {
      const element = scroller.current;
      const next = Math.min(most, Math.max(least, wished));
      if (element === null || next === current.current) return;
      const box = element.getBoundingClientRect();
      const x = (around?.x ?? box.left + box.width / 2) - box.left;
      const y = (around?.y ?? box.top + box.height / 2) - box.top;
      const layout = known.current?.layout;
      const held =
        layout === undefined ? null : holdPoint(layout, element.scrollLeft + x, element.scrollTop + y);
      focus.current = held === null ? null : { x, y, held };
      current.current = next;
      setState(next);
    },
    [scroller, known, least, most],
  );

  useLayoutEffect(() => {
    const element = scroller.current;
    const at = focus.current;
    if (element === null || at === null || zoom !== current.current) return;
    const layout = known.current?.layout;
    const place = layout === undefined ? null : placeOfPoint(layout, at.held);
    if (place !== null) element.scrollTo({ left: place.x - at.x, top: place.y - at.y, behavior: 'instant' });
    focus.current = null;
  }, [zoom, scroller, known]);

  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    let pinch: { readonly distance: number; readonly zoom: number } | null = null;
    let lastTap = { time: 0, x: 0, y: 0 };
    const spread = (touches: TouchList) => {
      const [first, second] = [touches[0], touches[1]];
      if (first === undefined || second === undefined) return null;
      return {
        distance: Math.hypot(first.clientX - second.clientX, first.clientY - second.clientY),
        x: (first.clientX + second.clientX) / 2,
        y: (first.clientY + second.clientY) / 2,
      };
    };
    const onStart = (event: TouchEvent) => {
      const two = spread(event.touches);
      pinch = two === null ? null : { distance: two.distance, zoom: current.current };
    };
    const onMove = (event: TouchEvent) => {
      const two = spread(event.touches);
      if (pinch === null || two === null) return;
      event.preventDefault();
      setZoom(pinch.zoom * (two.distance / pinch.distance), two);
    };
    const onEnd = (event: TouchEvent) => {
      const touch = event.changedTouches[0];
      if (pinch !== null || touch === undefined || event.touches.length > 0) {
        if (event.touches.length === 0) pinch = null;
        return;
      }
      if (event.target instanceof Element && event.target.closest('button') !== null) return;
      const [x, y, time] = [touch.clientX, touch.clientY, event.timeStamp];
      const isDouble = time - lastTap.time < DOUBLE_TAP_MS && Math.hypot(x - lastTap.x, y - lastTap.y) < 24;
      lastTap = { time: isDouble ? 0 : time, x, y };
      if (isDouble) setZoom(current.current > 1.1 ? 1 : DOUBLE_TAP_ZOOM, { x, y });
    };
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      setZoom(current.current * Math.exp(-event.deltaY / 300), { x: event.clientX, y: event.clientY });
    };
    const cancel = (event: Event) => event.preventDefault();
    element.addEventListener('touchstart', onStart, { passive: true });
    element.addEventListener('touchmove', onMove, { passive: false });
    element.addEventListener('touchend', onEnd, { passive: true });
    element.addEventListener('wheel', onWheel, { passive: false });
    element.addEventListener('gesturestart', cancel);
    return () => {
      element.removeEventListener('touchstart', onStart);
      element.removeEventListener('touchmove', onMove);
      element.removeEventListener('touchend', onEnd);
      element.removeEventListener('wheel', onWheel);
      element.removeEventListener('gesturestart', cancel);
    };
  }, [scroller, setZoom]);

  return { zoom, setZoom };
}
