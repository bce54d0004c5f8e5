import { useEffect, useState } from 'react';

/**
 * Accepts files dropped anywhere on the page: otherwise the browser would open a file that misses a small drop area.
 * @returns whether something is being dragged over the page
 */
export function useDroppedFiles(take: (files: readonly File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    // dragenter on a child fires before dragleave on its parent, so nested enters are counted.
    let depth = 0;
    const listeners = {
      dragenter: () => {
        depth += 1;
        setOver(true);
      },
      dragleave: () => {
        depth -= 1;
        if (depth <= 0) setOver(false);
      },
      dragover: (event: DragEvent) => event.preventDefault(),
      drop: (event: DragEvent) => {
        event.preventDefault();
        depth = 0;
        setOver(false);
        const files = [...(event.dataTransfer?.files ?? [])];
        if (files.length > 0) take(files);
      },
    } as const;
    window.addEventListener('dragenter', listeners.dragenter);
    window.addEventListener('dragleave', listeners.dragleave);
    window.addEventListener('dragover', listeners.dragover);
    window.addEventListener('drop', listeners.drop);
    return () => {
      window.removeEventListener('dragenter', listeners.dragenter);
      window.removeEventListener('dragleave', listeners.dragleave);
      window.removeEventListener('dragover', listeners.dragover);
      window.removeEventListener('drop', listeners.drop);
    };
  }, [take]);
  return isOver;
}
