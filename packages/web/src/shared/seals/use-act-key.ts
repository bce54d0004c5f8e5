import { useRef } from 'react';

/** Idempotency key that stays the same as long as the request does. */
export function useActKey(request: string): string {
  const known = useRef({ request, key: '' });
  if (known.current.key === '' || known.current.request !== request) {
    known.current = { request, key: crypto.randomUUID() };
  }
  return known.current.key;
}
