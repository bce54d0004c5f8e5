import type { DocumentFile } from './layout.js';

/** A rectangle of the document, in document px. */
export interface Target {
  readonly fileId: number;
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A point of a page, in document px. */
export type DocumentPoint = Pick<Target, 'fileId' | 'page' | 'x' | 'y'>;

export interface DocumentHandle {
  /** Scrolls to the rectangle and zooms in if it would be too small to tap. */
  show(target: Target): void;
  isInSight(target: Target): boolean;
  /** The visible page and the centre of its visible part. */
  middle(): DocumentPoint | null;
  /** Scrolls by screen px, while something is dragged towards an edge. */
  scrollBy(dx: number, dy: number): void;
  /** 1 fits the width. */
  zoomTo(zoom: number | 'width' | 'page'): void;
}

/** The upper part of a page. */
export function topOf(file: Pick<DocumentFile, 'fileId' | 'pages'>, page: number): Target {
  return { fileId: file.fileId, page, x: 0, y: 0, width: file.pages[page - 1]?.width ?? 0, height: 400 };
}
