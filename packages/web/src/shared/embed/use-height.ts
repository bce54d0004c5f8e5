import { useEffect } from 'react';
import { isFramed, postToHost } from './host.js';

const EVERY_MS = 100;
/** Taller pages scroll inside the frame. */
const MAX_HEIGHT_PX = 1200;

/** Tells the host the preferred height of the frame, at most ten times a second. */
export function useHeight(): void {
  useEffect(() => {
    if (!isFramed) return;
    let last = 0;
    const timer = setInterval(() => {
      const height = wantedHeight();
      if (height === last) return;
      last = height;
      postToHost('height', { height });
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, []);
}

function wantedHeight(): number {
  const hidden = [...document.querySelectorAll('main')].map((main) => {
    const scroller = main.parentElement ?? main;
    return Math.max(0, scroller.scrollHeight - scroller.clientHeight);
  });
  return Math.min(MAX_HEIGHT_PX, document.documentElement.clientHeight + Math.max(0, ...hidden));
}
