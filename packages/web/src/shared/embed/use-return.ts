import { useEffect, useState } from 'react';
import { closePage } from './host.js';

const RETURN_AFTER_S = 5;

interface Return {
  /** Seconds until the visitor is taken back; null if that does not happen by itself. */
  readonly left: number | null;
  readonly stay: () => void;
}

/** Takes the visitor back to where they came from, unless they choose to stay. */
export function useReturn(url: string | null, isAutomatic: boolean): Return {
  const [left, setLeft] = useState(url !== null && isAutomatic ? RETURN_AFTER_S : null);
  useEffect(() => {
    if (left === null || url === null) return;
    if (left === 0) {
      closePage(url);
      return;
    }
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left, url]);
  return { left, stay: () => setLeft(null) };
}
