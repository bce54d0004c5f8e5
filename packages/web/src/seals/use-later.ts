import { useEffect, useState } from 'react';

/** Debounces a value, so that typing does not cause a request per key. */
export function useLater<T>(value: T, delayMs: number): T {
  const [later, setLater] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return later;
}
