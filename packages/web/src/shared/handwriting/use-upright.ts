import { useSyncExternalStore } from 'react';

const query = window.matchMedia('(orientation: portrait) and (max-width: 639px) and (min-height: 500px)');

function follow(change: () => void): () => void {
  query.addEventListener('change', change);
  return () => query.removeEventListener('change', change);
}

/** Whether the device is a phone held upright. */
export function useUpright(): boolean {
  return useSyncExternalStore(follow, () => query.matches);
}
