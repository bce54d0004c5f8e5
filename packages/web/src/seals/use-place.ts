import { useCallback, useEffect, useState } from 'react';

/** Which of the pages about seals is open; going to another one is an entry of the history. */
export type Place =
  | { readonly at: 'list' }
  | { readonly at: 'new' }
  | { readonly at: 'seal'; readonly sealId: number };

function currentPlace(): Place {
  const [, name] = /^\/seals\/(.+)$/.exec(location.pathname) ?? [];
  if (name === undefined) return { at: 'list' };
  return name === 'new' ? { at: 'new' } : { at: 'seal', sealId: Number(name) };
}

export function addressOf(place: Place): string {
  const path = place.at === 'list' ? '' : place.at === 'new' ? '/new' : `/${place.sealId}`;
  return `/seals${path}${location.search}`;
}

export function usePlace(): { readonly place: Place; readonly go: (place: Place) => void } {
  const [place, setPlace] = useState(currentPlace);
  useEffect(() => {
    const look = () =>
      setPlace((before) => {
        const now = currentPlace();
        // Sheets have entries of their own, on the same page.
        return addressOf(now) === addressOf(before) ? before : now;
      });
    window.addEventListener('popstate', look);
    return () => window.removeEventListener('popstate', look);
  }, []);
  const go = useCallback((next: Place) => {
    history.pushState(null, '', addressOf(next));
    setPlace(next);
  }, []);
  return { place, go };
}
