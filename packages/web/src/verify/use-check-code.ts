import { useSyncExternalStore } from 'react';

function follow(changed: () => void): () => void {
  window.addEventListener('hashchange', changed);
  return () => window.removeEventListener('hashchange', changed);
}

/** The code of a print copy is behind the #: that part of an address is sent to nobody. '' where there is none. */
export function useCheckCode(): string {
  return useSyncExternalStore(follow, () => location.hash.slice(1));
}

/** What somebody typed, as it would be on the paper. */
export function openCheckCode(typed: string): void {
  location.hash = typed.replace(/[^A-Za-z0-9]/g, '').toUpperCase();
}
