import { PX_PER_MM } from '../shared/document/seal-geometry.js';
import type { File, Placed } from './placed.js';

/** New position of a field after a key, or null: arrow keys move it by 1 px, with Shift by 10 px. */
export function movedByKey(file: File, field: Placed, key: string, isFar: boolean): Placed | null {
  const step = isFar ? 10 : 1;
  const page = file.pages[field.page - 1];
  if (page === undefined) return null;
  switch (key) {
    case 'ArrowLeft':
      return { ...field, x: field.x - step };
    case 'ArrowRight':
      return { ...field, x: field.x + step };
    case 'ArrowUp':
      return { ...field, y: field.y - step };
    case 'ArrowDown':
      return { ...field, y: field.y + step };
    case 'Home':
      return { ...field, x: 0 };
    case 'End':
      return { ...field, x: page.width - field.width };
    case 'PageDown':
      return field.seam ? null : { ...field, page: Math.min(file.pages.length, field.page + 1) };
    case 'PageUp':
      return field.seam ? null : { ...field, page: Math.max(1, field.page - 1) };
    default:
      return null;
  }
}

/** For screen readers. */
export function millimetres(px: number): number {
  return Math.round(px / PX_PER_MM);
}
