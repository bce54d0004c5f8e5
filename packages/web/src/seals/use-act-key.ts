import { useRef } from 'react';

/** Idempotency key that stays the same as long as the request does. */
export function useActKey(wish: string): string {
  const known = useRef({ wish, key: '' });
  if (known.current.key === '' || known.current.wish !== wish) {
    known.current = { wish, key: crypto.randomUUID() };
  }
  return known.current.key;
}
