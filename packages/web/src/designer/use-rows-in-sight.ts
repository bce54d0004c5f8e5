import { useCallback, useLayoutEffect, useRef, useState } from 'react';

/** In px, as the style of a row says. */
const ROW_HEIGHT = 40;
const HEAD_HEIGHT = 36;
const MARGIN = 8;

/** The rows to render: those in sight and a few around them. */
export function useRowsInSight(count: number) {
  const scroller = useRef<HTMLDivElement>(null);
  const [{ top, height }, setSight] = useState({ top: 0, height: 0 });
  const onScroll = useCallback(() => {
    const element = scroller.current;
    if (element === null) return;
    const step = Math.floor(element.scrollTop / ROW_HEIGHT) * ROW_HEIGHT;
    setSight((before) =>
      before.top === step && before.height === element.clientHeight
        ? before
        : { top: step, height: element.clientHeight },
    );
  }, []);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    onScroll();
    const watcher = new ResizeObserver(onScroll);
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [onScroll]);
  const reveal = useCallback((row: number) => {
    const element = scroller.current;
    if (element === null) return;
    const from = row * ROW_HEIGHT;
    const to = from + ROW_HEIGHT + HEAD_HEIGHT;
    if (from < element.scrollTop) element.scrollTop = from;
    else if (to > element.scrollTop + element.clientHeight) element.scrollTop = to - element.clientHeight;
  }, []);
  const first = Math.max(0, Math.floor(top / ROW_HEIGHT) - MARGIN);
  const last = Math.min(count, Math.ceil((top + height) / ROW_HEIGHT) + MARGIN);
  return {
    scroller,
    first,
    last,
    above: first * ROW_HEIGHT,
    below: (count - last) * ROW_HEIGHT,
    onScroll,
    reveal,
  };
}
