import {
  type OpenPage,
  type PageLink,
  type PageName,
  type PageParameters,
  pageAddress,
  pageAt,
  pages,
} from '@cinnabar/api/pages/addresses.js';
import {
  type ComponentType,
  createContext,
  useContext,
  useDeferredValue,
  useMemo,
  useSyncExternalStore,
} from 'react';

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

/** Where the window is. */
export interface Address {
  readonly path: string;
  readonly search: string;
  readonly hash: string;
}

/**
 * The address that components below are drawn for, if that is not yet the window's: a screen that is being left keeps its
 * own until the next one is ready.
 */
export const DrawnAddress = createContext<Address | null>(null);

const followNothing = () => () => undefined;

/** What is read of the address that is drawn; renders again only when that changes. */
function useInAddress<T>(read: (address: Address) => T): T {
  const drawn = useContext(DrawnAddress);
  return useSyncExternalStore(drawn === null ? follow : followNothing, () => read(drawn ?? addressNow()));
}

function addressNow(): Address {
  const { pathname: path, search, hash } = location;
  return { path, search, hash };
}

const pathOf = ({ path }: Address) => path;
const searchOf = ({ search }: Address) => search;
const hashOf = ({ hash }: Address) => hash;

/**
 * The address to draw: the window's, except that another page follows in a render of low priority. What shows where one is
 * going can so be painted at once, however long the next screen takes.
 */
export function useDrawnAddress(): Address {
  const path = useInAddress(pathOf);
  const search = useInAddress(searchOf);
  const hash = useInAddress(hashOf);
  const now = useMemo(() => ({ path, search, hash }), [path, search, hash]);
  const drawn = useDeferredValue(now);
  return drawn.path === now.path ? now : drawn;
}

/** The part of the address behind `#`, decoded; empty where there is none. */
export function useFragment(): string {
  const hash = useInAddress(hashOf);
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return '';
  }
}

export function useSearch(): string {
  return useInAddress(searchOf);
}

/** The page that the URL names; null if it names none. */
export function useOpenPage(): OpenPage | null {
  const path = useInAddress(pathOf);
  return useMemo(() => pageAt(path), [path]);
}

/**
 * What `select` makes of the page that the URL names. A component that goes by less than the whole page renders again only
 * when that changes, and with it what is below it.
 */
export function useInPage<T extends boolean | number | string | ComponentType | null>(
  select: (page: OpenPage | null) => T,
): T {
  return useInAddress(({ path }) => select(pageAt(path)));
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
