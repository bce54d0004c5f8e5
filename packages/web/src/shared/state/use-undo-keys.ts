import { useEffect } from 'react';

interface Acts {
  readonly undo: () => void;
  readonly redo: () => void;
}

/** Ctrl+Z and Shift+Ctrl+Z everywhere but where text is typed, which has an undo of its own. */
export function useUndoKeys({ undo, redo }: Acts): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event;
      const isTyping =
        (target instanceof HTMLInputElement && target.type !== 'checkbox' && target.type !== 'radio') ||
        target instanceof HTMLTextAreaElement;
      if (isTyping || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return;
      event.preventDefault();
      if (event.shiftKey) redo();
      else undo();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [undo, redo]);
}
