import {
  type OpenPage,
  type PageLink,
  type PageName,
  type PageParameters,
  pageAddress,
  pageAt,
  pages,
} from '@cinnabar/api/pages/addresses.js';
import { useSyncExternalStore } from 'react';

/** What follows the address; `popstate` tells of Back and Forward, but not of our own changes. */
const followers = new Set<() => void>();

function follow(changed: () => void): () => void {
  followers.add(changed);
  window.addEventListener('popstate', changed);
  return () => {
    followers.delete(changed);
    window.removeEventListener('popstate', changed);
  };
}

function tellFollowers(): void {
  for (const changed of followers) changed();
}

function usePath(): string {
  return useSyncExternalStore(follow, () => location.pathname);
}

export function useSearch(): string {
  return useSyncExternalStore(follow, () => location.search);
}

/** The page that the address names; null where it names none. */
export function useOpenPage(): OpenPage | null {
  return pageAt(usePath());
}

/** Changes the query of the address, without an entry of the history: sheets own theirs. */
export function replaceSearch(search: URLSearchParams): void {
  const text = search.toString();
  const wanted = text === '' ? '' : `?${text}`;
  if (wanted !== location.search) replaceAddress(`${location.pathname}${wanted}${location.hash}`);
}

/** Shows another address without opening it again. */
export function replaceAddress(address: string): void {
  history.replaceState(history.state, '', address);
  tellFollowers();
}

/** Another page of the same link, with what both pages keep in their query. */
export function addressWithin<Name extends PageName>(name: Name, parameters: PageParameters<Name>): string {
  const search = new URLSearchParams(location.search);
  const left = pageAt(location.pathname);
  for (const key of left === null ? [] : Object.keys(pages[left.name].state)) {
    if (!(key in pages[name].state)) search.delete(key);
  }
  const text = search.toString();
  return `${pageAddress(name, parameters)}${text === '' ? '' : `?${text}`}`;
}

/** Goes to a page that is drawn by the same component, as an entry of the history. */
export function goWithin<Name extends PageName>(name: Name, parameters: PageParameters<Name>): void {
  history.pushState(null, '', addressWithin(name, parameters));
  tellFollowers();
}

/** Leaves for another page, which the browser opens again. */
export function openPage<Name extends PageName>(
  name: Name,
  parameters: PageParameters<Name>,
  link?: PageLink,
): void {
  location.assign(pageAddress(name, parameters, link));
}
