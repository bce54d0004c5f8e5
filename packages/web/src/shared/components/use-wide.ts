import { useSyncExternalStore } from 'react';

const wide = window.matchMedia('(min-width: 1024px)');

function follow(change: () => void): () => void {
  wide.addEventListener('change', change);
  return () => wide.removeEventListener('change', change);
}

/** Whether the window has room for a panel beside the document. */
export function useWide(): boolean {
  return useSyncExternalStore(follow, () => wide.matches);
}
