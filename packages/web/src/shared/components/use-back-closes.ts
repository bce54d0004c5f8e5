import { useEffect, useRef } from 'react';
import { replaceAddress } from '../router/open-page.js';

let made = 0;
/** Open overlays, the topmost last. */
const open: { readonly name: string; readonly close: () => void }[] = [];
/** Set while a closed overlay's history entry still exists, so that the next overlay can reuse it. */
let leaving: ReturnType<typeof setTimeout> | null = null;
/** Set from `history.back()` until its `popstate`: entries that are added in between would be left at once. */
let isReturning = false;

function nameInHistory(): unknown {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'sheet' in state ? state.sheet : null;
}

function onBack(): void {
  if (isReturning) return;
  const top = open.at(-1);
  // If the topmost overlay's entry is the current one, the entry that was left belonged to another overlay.
  if (top !== undefined && nameInHistory() !== top.name) top.close();
}

function addressNow(): string {
  return `${location.pathname}${location.search}${location.hash}`;
}

/**
 * Leaves the entry of a closed overlay, and makes one for an overlay that was opened meanwhile. What the overlay has changed
 * in the address, such as filters, would be left with its entry, and is kept.
 */
function leaveEntry(): void {
  isReturning = true;
  const address = addressNow();
  const returned = () => {
    isReturning = false;
    if (addressNow() !== address) replaceAddress(address);
    const top = open.at(-1);
    if (top !== undefined && nameInHistory() !== top.name) history.pushState({ sheet: top.name }, '');
  };
  window.addEventListener('popstate', returned, { once: true });
  history.back();
}

/** Closes an overlay on the browser's Back button, as users of phones expect. */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  const closing = useRef(close);
  closing.current = close;
  useEffect(() => {
    if (!isOpen) return;
    made += 1;
    const name = `sheet ${made}`;
    if (leaving !== null) {
      clearTimeout(leaving);
      leaving = null;
      history.replaceState({ sheet: name }, '');
    } else if (!isReturning) {
      history.pushState({ sheet: name }, '');
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
        leaveEntry();
      });
    };
  }, [isOpen]);
}
