import { useCallback, useRef } from 'react';

/**
 * Pages of the current content that the signer has had in view. When the content changes, counting restarts with the
 * visible page.
 * @param shown see SignPageView
 */
export function useSeenPages(shown: string) {
  const inSight = useRef('');
  const seen = useRef({ shown, pages: new Set<string>() });
  const saw = useCallback(
    (page: string) => {
      if (seen.current.shown !== shown) seen.current = { shown, pages: new Set([inSight.current]) };
      seen.current.pages.add(page);
      inSight.current = page;
    },
    [shown],
  );
  return { saw, count: () => (seen.current.shown === shown ? seen.current.pages.size : 1) };
}
