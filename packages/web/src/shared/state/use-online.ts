import { useSyncExternalStore } from 'react';

function follow(change: () => void): () => void {
  window.addEventListener('online', change);
  window.addEventListener('offline', change);
  return () => {
    window.removeEventListener('online', change);
    window.removeEventListener('offline', change);
  };
}

export function useOnline(): boolean {
  return useSyncExternalStore(follow, () => navigator.onLine);
}
