/** Why a page has no picture. */
export type RenderFailure = 'NO_SUCH_PAGE' | 'TOO_LARGE' | 'DEADLINE' | 'FAILED';

export class RenderFailed extends Error {
  constructor(
    readonly reason: RenderFailure,
    readonly detail: string,
  ) {
    super(`${reason}: ${detail}`);
    this.name = 'RenderFailed';
  }
}

/** Renders pages for display: what is displayed is what is signed. */
export interface PageRenderer {
  /**
   * A page as displayed (crop box, rotation), with annotations and the appearances of form fields, on white: JPEG,
   * `width` px wide and as high as the proportions of the page require, rounded. `page` counts from 1. Throws
   * RenderFailed.
   */
  renderPage(pdf: Uint8Array, page: number, width: number): Promise<Uint8Array>;
}

/** Sufficient for a high-density screen; a larger request is a mistake or an attack. */
const MAX_PICTURE_WIDTH = 4096;
/** Pages may be far taller than wide. */
export const MAX_PIXELS = 40_000_000;

/** Throws RenderFailed (TOO_LARGE) for a width that is not an integer from 1 to MAX_PICTURE_WIDTH. */
export function checkWidth(width: number): void {
  if (Number.isInteger(width) && width >= 1 && width <= MAX_PICTURE_WIDTH) return;
  throw new RenderFailed('TOO_LARGE', `a picture ${width} px wide`);
}
