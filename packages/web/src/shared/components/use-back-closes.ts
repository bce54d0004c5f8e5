import { useEffect, useRef } from 'react';

let made = 0;
/** What lies over the page, the topmost last. */
const open: { readonly name: string; readonly close: () => void }[] = [];
/** The topmost has just closed and its entry of the history is still there: the next one takes it over. */
let leaving: ReturnType<typeof setTimeout> | null = null;

function nameInHistory(): unknown {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'sheet' in state ? state.sheet : null;
}

function onBack(): void {
  const top = open.at(-1);
  // Where the entry of the topmost is the current one, it was another one that has gone.
  if (top !== undefined && nameInHistory() !== top.name) top.close();
}

/** Something that lies over the page closes by the browser's Back, as people on phones expect. */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  const closing = useRef(close);
  closing.current = close;
  useEffect(() => {
    if (!isOpen) return;
    made += 1;
    const name = `sheet ${made}`;
    if (leaving === null) {
      history.pushState({ sheet: name }, '');
    } else {
      clearTimeout(leaving);
      leaving = null;
      history.replaceState({ sheet: name }, '');
    }
    const entry = { name, close: () => closing.current() };
    if (open.length === 0) window.addEventListener('popstate', onBack);
    open.push(entry);
    return () => {
      open.splice(open.indexOf(entry), 1);
      if (open.length === 0) window.removeEventListener('popstate', onBack);
      if (nameInHistory() !== name) return;
      leaving = setTimeout(() => {
        leaving = null;
        history.back();
      });
    };
  }, [isOpen]);
}
