import type { DocumentFile } from './layout.js';

/** A place in the document, in its own px. */
export interface Target {
  readonly fileId: number;
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A point of a page, in its own px. */
export type DocumentPoint = Pick<Target, 'fileId' | 'page' | 'x' | 'y'>;

export interface DocumentHandle {
  /** Scrolls there, and zooms in where it would be too small to press. */
  show(target: Target): void;
  isInSight(target: Target): boolean;
  /** The page in sight, and the middle of what is seen of it. */
  middle(): DocumentPoint | null;
  /** Moves it by px of the screen, for what is dragged towards an edge. */
  scrollBy(dx: number, dy: number): void;
}

/** The upper part of a page. */
export function topOf(file: Pick<DocumentFile, 'fileId' | 'pages'>, page: number): Target {
  return { fileId: file.fileId, page, x: 0, y: 0, width: file.pages[page - 1]?.width ?? 0, height: 400 };
}
