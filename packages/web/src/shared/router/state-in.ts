import { type PageName, type PageState, pages, type StateKind } from '@cinnabar/api/pages/addresses.js';

/** Reads the state of a page from its query, and ignores values that the page cannot have written. */
export function stateIn<Name extends PageName>(name: Name, search: string): PageState<Name> {
  const given = new URLSearchParams(search);
  const kinds: Readonly<Record<string, StateKind>> = pages[name].state;
  const read = Object.entries(kinds).map(([key, kind]) => [key, valueIn(kind, given.get(key))] as const);
  // Each value has the type that the page declares for this name.
  return Object.fromEntries(read) as PageState<Name>;
}

function valueIn(kind: StateKind, text: string | null): number | string | undefined {
  if (text === null) return undefined;
  if (kind === 'text') return text;
  if (kind !== 'number') return kind.find((word) => word === text);
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
