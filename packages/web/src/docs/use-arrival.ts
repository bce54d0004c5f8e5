import { useLayoutEffect } from 'react';
import { useFragment } from '../shared/router/open-page.js';

/** Id of what scrolls the page: the window does not, since bars stay where they are. */
export const SCROLLER = 'docs-content';

/** How far each place was scrolled when it was left: Back shows what was read. */
const left = new Map<string, number>();
let cameBack = false;
window.addEventListener('popstate', () => {
  cameBack = true;
});

/** Brings what the address names into sight, or the top of a page that has just been opened. */
export function useArrival(href: string): void {
  const fragment = useFragment();
  const place = `${href}#${fragment}`;
  // A layout effect ends when the page is hidden, before the empty page that takes its place scrolls to its top.
  useLayoutEffect(() => {
    const scroller = document.getElementById(SCROLLER);
    if (scroller === null) return;
    const isBack = cameBack;
    cameBack = false;
    // After what is folded up around it has opened.
    const frame = requestAnimationFrame(() => {
      const known = isBack ? left.get(place) : undefined;
      const named = fragment === '' ? null : document.getElementById(fragment);
      if (known === undefined && named !== null) named.scrollIntoView();
      else scroller.scrollTo({ top: known ?? 0 });
      scroller.addEventListener('scroll', remember, { passive: true });
    });
    const remember = () => left.set(place, scroller.scrollTop);
    return () => {
      cancelAnimationFrame(frame);
      scroller.removeEventListener('scroll', remember);
    };
  }, [place, fragment]);
}
