import { type PageName, type PageState, pages } from '@cinnabar/api/pages/addresses.js';
import { useCallback, useContext, useMemo } from 'react';
import { DrawnAddress, replaceSearch, useSearch } from './open-page.js';
import { stateIn } from './state-in.js';

/** Writes values to the query; `undefined` removes a value. */
export function keepState<Name extends PageName>(name: Name, values: PageState<Name>): void {
  const search = new URLSearchParams(location.search);
  for (const [key, value] of Object.entries(values)) {
    if (!(key in pages[name].state)) continue;
    if (value === undefined) search.delete(key);
    else search.set(key, String(value));
  }
  replaceSearch(search);
}

export function usePageState<Name extends PageName>(name: Name) {
  const search = useSearch();
  const state = useMemo(() => stateIn(name, search), [name, search]);
  const drawnPath = useContext(DrawnAddress)?.path;
  const keep = useCallback(
    (values: PageState<Name>) => {
      // A screen that is being left does not write into the address of the one that follows.
      if (drawnPath === undefined || drawnPath === location.pathname) keepState(name, values);
    },
    [name, drawnPath],
  );
  return [state, keep] as const;
}
