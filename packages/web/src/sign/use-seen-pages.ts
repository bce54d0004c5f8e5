import { useCallback, useRef } from 'react';

/**
 * Which pages the signer has had in sight, of what is shown now: when the text becomes another, counting begins again,
 * with the page in front of them.
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
