import { useEffect, useState } from 'react';

/**
 * Files that are dropped anywhere on the page: one that missed a small area would be opened by the browser instead.
 * @returns whether something is being dragged over the page
 */
export function useDroppedFiles(take: (files: readonly File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    // Every element that the pointer passes is entered before the one around it is left.
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
