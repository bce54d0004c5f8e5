import { useEffect, useRef } from 'react';

/** `/` opens the search, and Ctrl+K or Command+K, as readers of documentation expect; not while somebody types. */
export function useSlashKey(run: () => void): void {
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey;
      const isK = event.key === 'k' && (event.ctrlKey || event.metaKey);
      if (!isK && (!isSlash || isTyping(event.target))) return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select');
}
