import { useEffect, useRef } from 'react';
import { keep, kept } from '../../shared/state/kept.js';

const SETTING = 'consoleKeys';
/** Within this time the second key of `g c` counts. */
const SEQUENCE_MS = 1_500;

export function keysAreOn(): boolean {
  return kept(SETTING) !== 'off';
}

export function switchKeys(isOn: boolean): void {
  keep(SETTING, isOn ? 'on' : 'off');
}

/** While someone types, or a dialog or menu is open, keys belong to it. */
function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || event.altKey) return true;
  const { target } = event;
  if (target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null)
    return true;
  return document.querySelector('[role="dialog"], [role="menu"], [role="alertdialog"]') !== null;
}

/**
 * Keyboard shortcuts: single keys, and keys after `g`. Ctrl or Cmd with K counts even while typing.
 * @param keys what a key does; `g c` is pressed as two keys in a row
 */
export function useKeys(keys: Readonly<Record<string, () => void>>): void {
  const known = useRef(keys);
  known.current = keys;
  useEffect(() => {
    let begun = 0;
    const onKey = (event: KeyboardEvent) => {
      const run = (name: string) => {
        const act = known.current[name];
        if (act === undefined) return;
        event.preventDefault();
        act();
      };
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') return run('mod k');
      if (event.ctrlKey || event.metaKey || isTaken(event) || !keysAreOn()) return;
      const isSecond = begun > 0 && event.timeStamp - begun < SEQUENCE_MS;
      begun = 0;
      if (isSecond) run(`g ${event.key}`);
      else if (event.key === 'g') begun = event.timeStamp;
      else run(event.key.length === 1 ? event.key : event.key.toLowerCase());
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
