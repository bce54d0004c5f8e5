import { useSyncExternalStore } from 'react';

function follow(changed: () => void): () => void {
  window.addEventListener('hashchange', changed);
  return () => window.removeEventListener('hashchange', changed);
}

/** The code of a print copy stands behind the #: that part of an address is sent to nobody. '' where there is none. */
export function useCheckCode(): string {
  return useSyncExternalStore(follow, () => decodeURIComponent(location.hash.slice(1)));
}

export function openCheckCode(code: string): void {
  location.hash = encodeURIComponent(code);
}
