import { useEffect, useRef } from 'react';

/** J leads to the next one, K to the previous one, except while somebody types or a dialog is open. */
export function useRowKeys(go: (step: number) => void): void {
  const going = useRef(go);
  going.current = go;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const step = { j: 1, k: -1 }[event.key.toLowerCase()];
      if (step === undefined || event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
      const { target } = event;
      if (target instanceof HTMLElement && target.closest('input, textarea, select') !== null) return;
      if (document.querySelector('[role="dialog"]') !== null) return;
      event.preventDefault();
      going.current(step);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
