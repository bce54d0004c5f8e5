import { useCallback, useEffect, useRef, useState } from 'react';
import { keepState } from '../router/page-state.js';
import { stateIn } from '../router/state-in.js';
import { firstInSight, type PageOfFile } from './first-in-sight.js';
import { type DocumentFile, type PagePlace, pageKey } from './layout.js';

/** Browsers reject more than about 100 changes of the URL in 30 seconds. */
const REST_MS = 400;

/** Keeps the visible page in the URL, so that a reload returns to it. */
export function usePageInSight(
  name: 'sign' | 'fill' | 'place' | 'copy' | 'approval',
  files: readonly DocumentFile[],
) {
  const [seen, setSeen] = useState<PageOfFile | null>(() =>
    firstInSight(files, stateIn(name, location.search)),
  );
  const place = useRef<PagePlace | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const saveSoon = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (place.current === null) return;
      const { fileId, page, number } = place.current;
      keepState(name, number === 1 ? { file: undefined, page: undefined } : { file: fileId, page });
    }, REST_MS);
  }, [name]);
  const onPage = useCallback(
    (now: PagePlace) => {
      place.current = now;
      setSeen(now);
      saveSoon();
    },
    [saveSoon],
  );
  useEffect(() => {
    // The history entry below a sheet still names the page that was visible when the sheet opened.
    window.addEventListener('popstate', saveSoon);
    return () => {
      window.removeEventListener('popstate', saveSoon);
      clearTimeout(timer.current);
    };
  }, [saveSoon]);
  return { key: seen === null ? '' : pageKey(seen), start: seen, onPage };
}
