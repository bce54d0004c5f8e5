import { useRef } from 'react';

/** The key of an act: the same wish is the same act, however often it is sent. */
export function useActKey(wish: string): string {
  const known = useRef({ wish, key: '' });
  if (known.current.key === '' || known.current.wish !== wish) {
    known.current = { wish, key: crypto.randomUUID() };
  }
  return known.current.key;
}
