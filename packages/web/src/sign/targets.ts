import type { DocumentPoint, Target } from '../shared/document/document-handle.js';
import type { Area, View } from './marks.js';

/** Where to scroll for an area; a seam area is shown at the right edge, whatever its position. */
export function targetOf(view: View, { fileId, page, x, y, width, height, seam }: Area): Target {
  const pageWidth = view.files.find((file) => file.fileId === fileId)?.pages[page - 1]?.width ?? 0;
  return { fileId, page, x: seam ? pageWidth - width / 4 : x, y, width: seam ? width / 4 : width, height };
}

/** Side of what is scrolled into view around a point, in px. */
const ROUND = 120;

export function targetOfSpot({ x, y, ...page }: DocumentPoint): Target {
  return { ...page, x: x - ROUND / 2, y: y - ROUND / 2, width: ROUND, height: ROUND };
}
