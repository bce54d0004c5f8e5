import type { DocumentFile, PageSize } from '../../shared/document/layout.js';
import type { Point } from '../geometry/box.js';

/** A page as it is on the screen. */
export interface RenderedPage {
  readonly key: string;
  readonly fileId: number;
  readonly page: number;
  readonly size: PageSize;
  /** In screen px. */
  readonly rect: DOMRect;
  /** Screen px per document px. */
  readonly scale: number;
}

/** The rendered pages within an element; there are few. Measured again only after scrolling. */
export function renderedPages(root: Element, files: readonly DocumentFile[]): readonly RenderedPage[] {
  return [...root.querySelectorAll<HTMLElement>('[data-page]')].flatMap((element) => {
    const key = element.dataset['page'] ?? '';
    const [fileId = 0, page = 0] = key.split('/').map(Number);
    const size = files.find((file) => file.fileId === fileId)?.pages[page - 1];
    if (size === undefined) return [];
    const rect = element.getBoundingClientRect();
    return [{ key, fileId, page, size, rect, scale: rect.width / size.width }];
  });
}

export function pageAt(pages: readonly RenderedPage[], { x, y }: Point): RenderedPage | undefined {
  return pages.find(({ rect }) => x >= rect.left && x <= rect.right && y >= rect.top && y <= rect.bottom);
}

/** A point of the screen in document px. */
export function pointOn({ rect, scale }: RenderedPage, { x, y }: Point): Point {
  return { x: (x - rect.left) / scale, y: (y - rect.top) / scale };
}
