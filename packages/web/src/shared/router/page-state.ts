import { type PageName, type PageState, pages } from '@cinnabar/api/pages/addresses.js';
import { useCallback, useMemo } from 'react';
import { replaceSearch, useSearch } from './open-page.js';
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
  const keep = useCallback((values: PageState<Name>) => keepState(name, values), [name]);
  return [state, keep] as const;
}
