import type { Target } from '../shared/document/document-handle.js';
import type { Area, View } from './marks.js';

/** Where to scroll for an area; a seam area is shown at the right edge, whatever its position. */
export function targetOf(view: View, { fileId, page, x, y, width, height, seam }: Area): Target {
  const pageWidth = view.files.find((file) => file.fileId === fileId)?.pages[page - 1]?.width ?? 0;
  return { fileId, page, x: seam ? pageWidth - width / 4 : x, y, width: seam ? width / 4 : width, height };
}
