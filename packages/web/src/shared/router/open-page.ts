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

/** Listeners for changes of the URL: `popstate` reports Back and Forward, but not pushState and replaceState. */
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

/** The part of the address behind `#`, decoded; empty where there is none. */
export function useFragment(): string {
  return useSyncExternalStore(follow, fragment);
}

function fragment(): string {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return '';
  }
}

export function useSearch(): string {
  return useSyncExternalStore(follow, () => location.search);
}

/** The page that the URL names; null if it names none. */
export function useOpenPage(): OpenPage | null {
  return pageAt(usePath());
}

/** Replaces the query without a new history entry: history entries belong to sheets. */
export function replaceSearch(search: URLSearchParams): void {
  const text = search.toString();
  const wanted = text === '' ? '' : `?${text}`;
  if (wanted !== location.search) replaceAddress(`${location.pathname}${wanted}${location.hash}`);
}

/** Replaces the URL without loading the page. */
export function replaceAddress(address: string): void {
  history.replaceState(history.state, '', address);
  tellFollowers();
}

/** The URL of another page of the same link, with the query parameters that both pages use. */
export function addressWithin<Name extends PageName>(name: Name, parameters: PageParameters<Name>): string {
  const search = new URLSearchParams(location.search);
  const left = pageAt(location.pathname);
  for (const key of left === null ? [] : Object.keys(pages[left.name].state)) {
    if (!(key in pages[name].state)) search.delete(key);
  }
  const text = search.toString();
  return `${pageAddress(name, parameters)}${text === '' ? '' : `?${text}`}`;
}

/** Navigates, with a history entry, to a page that the same component renders. */
export function goWithin<Name extends PageName>(name: Name, parameters: PageParameters<Name>): void {
  goToAddress(addressWithin(name, parameters));
}

/** Goes to an address that is drawn by the same component, as an entry of the history. */
export function goToAddress(address: string): void {
  history.pushState(null, '', address);
  tellFollowers();
}

/** Navigates to another page by a full load. */
export function openPage<Name extends PageName>(
  name: Name,
  parameters: PageParameters<Name>,
  link?: PageLink,
): void {
  location.assign(pageAddress(name, parameters, link));
}
