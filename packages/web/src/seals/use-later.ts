import { useEffect, useState } from 'react';

/** The value once it has stayed the same for a while: nobody is asked at every key. */
export function useLater<T>(value: T, delayMs: number): T {
  const [later, setLater] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return later;
}
