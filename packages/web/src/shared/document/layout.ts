/** Positions of all pages, computed before any image has loaded so that the layout never shifts. */

export interface PageSize {
  readonly width: number;
  readonly height: number;
}

export interface DocumentFile {
  readonly fileId: number;
  readonly fileName: string;
  readonly version: string;
  readonly pages: readonly PageSize[];
}

/** Screen px of the whole scrolled content. */
export interface PagePlace {
  readonly key: string;
  readonly fileId: number;
  /** From 1, within the file. */
  readonly page: number;
  /** From 1, over all files. */
  readonly number: number;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export function pageKey({ fileId, page }: Pick<PagePlace, 'fileId' | 'page'>): string {
  return `${fileId}/${page}`;
}

export interface TitlePlace {
  readonly fileId: number;
  readonly fileName: string;
  readonly top: number;
  /** Position at which the next file's header pushes this one away. */
  readonly bottom: number;
}

export interface Layout {
  readonly pages: readonly PagePlace[];
  readonly titles: readonly TitlePlace[];
  readonly width: number;
  readonly height: number;
  /** Width available to the document; 0 before the first layout. */
  readonly room: number;
  /** Screen px per document px. */
  readonly scale: number;
}

export const TITLE_HEIGHT = 36;
export const PAGE_GAP = 12;
/** Pages are not enlarged beyond this width in wide windows. */
const WIDEST = 820;

/**
 * @param room width available to the document, in px
 * @param gutter on either side, in px
 * @param zoom 1 fits the widest page
 */
export function layOut(files: readonly DocumentFile[], room: number, gutter: number, zoom: number): Layout {
  const widest = Math.max(1, ...files.flatMap(({ pages }) => pages.map(({ width }) => width)));
  const scale = (Math.min(WIDEST, room - 2 * gutter) / widest) * zoom;
  const contents = widest * scale + 2 * gutter;
  const width = Math.max(room, contents);
  const pages: PagePlace[] = [];
  const titles: TitlePlace[] = [];
  let top = 0;
  for (const file of files) {
    const begin = top;
    top += files.length > 1 ? TITLE_HEIGHT + PAGE_GAP : gutter;
    for (const [index, size] of file.pages.entries()) {
      const [pageWidth, height] = [size.width * scale, size.height * scale];
      pages.push({
        key: pageKey({ fileId: file.fileId, page: index + 1 }),
        fileId: file.fileId,
        page: index + 1,
        number: pages.length + 1,
        left: (width - pageWidth) / 2,
        top,
        width: pageWidth,
        height,
      });
      top += height + PAGE_GAP;
    }
    titles.push({ fileId: file.fileId, fileName: file.fileName, top: begin, bottom: top });
  }
  return { pages, titles, width, height: top + PAGE_GAP, room, scale };
}

const MAX_PAGES = 7;

/** Pages to render: the visible ones and a margin around them. */
export function pagesInSight(layout: Layout, top: number, height: number): readonly PagePlace[] {
  const [from, to] = [top - 1.5 * height, top + 2.5 * height];
  const near = layout.pages.filter((page) => page.top + page.height >= from && page.top <= to);
  if (near.length <= MAX_PAGES) return near;
  const middle = top + height / 2;
  const distance = (page: PagePlace) => Math.abs(page.top + page.height / 2 - middle);
  const nearest = [...near].sort((left, right) => distance(left) - distance(right)).slice(0, MAX_PAGES);
  return nearest.sort((left, right) => left.number - right.number);
}

/** The page that readers take for the current one: the one at two fifths of the viewport's height. */
export function currentPage(layout: Layout, top: number, height: number): PagePlace | null {
  const line = top + height * 0.4;
  return layout.pages.find((page) => page.top + page.height >= line) ?? layout.pages.at(-1) ?? null;
}

const tiers = [600, 1200, 1600, 2400] as const;

/** Image width that is sharp at this size and pixel density. */
export function tierFor(width: number, density: number): (typeof tiers)[number] {
  return tiers.find((tier) => tier >= width * density * 0.9) ?? 2400;
}

/** A point of the content that keeps its place on its page when the layout changes. */
export interface HeldPoint {
  readonly index: number;
  /** In document px from the page's corner. */
  readonly x: number;
  readonly y: number;
  /** Screen px beyond the page, where nothing scales. */
  readonly restX: number;
  readonly restY: number;
}

/** @param x,y in screen px of the content */
export function holdPoint({ pages, scale }: Layout, x: number, y: number): HeldPoint | null {
  const found = pages.findIndex((page) => page.top + page.height >= y);
  const index = found < 0 ? pages.length - 1 : found;
  const page = pages[index];
  if (page === undefined) return null;
  const insideX = Math.max(0, Math.min(x - page.left, page.width));
  const insideY = Math.max(0, Math.min(y - page.top, page.height));
  return {
    index,
    x: insideX / scale,
    y: insideY / scale,
    restX: x - page.left - insideX,
    restY: y - page.top - insideY,
  };
}

/** Where a held point is in another layout of the same pages. */
export function placeOfPoint(
  { pages, scale }: Layout,
  { index, x, y, restX, restY }: HeldPoint,
): { readonly x: number; readonly y: number } | null {
  const page = pages[index];
  if (page === undefined) return null;
  return { x: page.left + x * scale + restX, y: page.top + y * scale + restY };
}

/** The zoom at which a whole page fits into a window of that height. */
export function zoomOfWholePage(page: PagePlace, height: number, zoom: number): number {
  return (zoom * Math.max(1, height - 2 * PAGE_GAP)) / page.height;
}
