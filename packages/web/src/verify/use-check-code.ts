import { useSyncExternalStore } from 'react';

function follow(changed: () => void): () => void {
  window.addEventListener('hashchange', changed);
  return () => window.removeEventListener('hashchange', changed);
}

/** The check code in the URL's fragment, which browsers do not send to servers; '' if there is none. */
export function useCheckCode(): string {
  return useSyncExternalStore(follow, () => location.hash.slice(1));
}

/** Opens a typed check code as if it had been scanned. */
export function openCheckCode(typed: string): void {
  location.hash = typed.replace(/[^A-Za-z0-9]/g, '').toUpperCase();
}
