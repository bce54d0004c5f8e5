import { useEffect } from 'react';
import { useFragment } from '../shared/router/open-page.js';

/** Id of what scrolls the page: the window does not, since bars stay where they are. */
export const SCROLLER = 'docs-content';

/** Brings what the address names into sight, or the top of a page that has just been opened. */
export function useArrival(href: string): void {
  const fragment = useFragment();
  useEffect(() => {
    // After what is folded up around it has opened.
    const frame = requestAnimationFrame(() => {
      const named = fragment === '' ? null : document.getElementById(fragment);
      if (named !== null) named.scrollIntoView();
      else if (href !== '') document.getElementById(SCROLLER)?.scrollTo({ top: 0 });
    });
    return () => cancelAnimationFrame(frame);
  }, [href, fragment]);
}
