/**
 * The second opinion: a signed revision and the present file, both rendered by PDFium and compared page by page. The
 * verifier judges later revisions by their structure; PDFium is an independent reader that repairs damaged files in its
 * own way, and so may show what the structure does not reveal.
 */

/** The widget of a form field: its page, from 1, and its /Rect in default user space. */
export interface FieldPlace {
  readonly page: number;
  readonly rectangle: readonly [left: number, bottom: number, right: number, top: number];
}

/** A signed revision to be compared with the present file. */
export interface RenderingComparison {
  /** Counted from 1. */
  readonly revision: number;
  /** Bytes of the file up to the end of that revision. */
  readonly end: number;
  /** Places where permitted changes may be visible. */
  readonly excepted: readonly FieldPlace[];
  /** The signatures that the result is about, by their index in the verification. */
  readonly signatures: readonly number[];
}

/** px of 1/96 inch on the page as displayed, from its top left corner, as everywhere in the interface. */
export interface DisplayedPlace {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * `pixels`: the renderings differ. `text`: the texts differ, visibly or not. `size`: the page sizes differ. `missing`:
 * the present file lacks the page. `added`: the signed revision lacks it.
 */
export type DifferenceKind = 'pixels' | 'text' | 'size' | 'missing' | 'added';

export interface PageDifference {
  /** The signed revision that was compared, counted from 1. */
  readonly revision: number;
  readonly page: number;
  readonly kind: DifferenceKind;
  /** Empty if the whole page is concerned. */
  readonly places: readonly DisplayedPlace[];
}

/** A page as signed and as it is now, as data URLs of WebP pictures; null if there is no such page. */
export interface PagePictures {
  readonly revision: number;
  readonly page: number;
  /** px of 1/96 inch, of the larger of the two pages. */
  readonly width: number;
  readonly height: number;
  readonly before: string | null;
  readonly after: string | null;
}

/**
 * `BUDGET`: the time limit was exceeded. `MEMORY`: the memory limit was exceeded. `UNREADABLE`: PDFium cannot open the
 * signed revision or the present file, or a page of both. `FAILED`: the process that renders crashed.
 */
export type UnfinishedReason = 'BUDGET' | 'MEMORY' | 'UNREADABLE' | 'FAILED';

/** The result of the comparisons. */
export type OpinionGiven =
  | { readonly status: 'agrees'; readonly pages: number }
  | {
      readonly status: 'differs';
      /** The first ones; at most MAX_DIFFERENCES. */
      readonly differences: readonly PageDifference[];
      /** Pictures of the first differing pages, as many as requested. */
      readonly pictures: readonly PagePictures[];
    }
  | { readonly status: 'unfinished'; readonly reason: UnfinishedReason };

export type SecondOpinion =
  /** Later revisions hold only signatures, timestamps and validation data, or there are none. */
  | { readonly status: 'notNeeded' }
  /** Required, and not obtained yet: the result of verifyDocument before the engine has pages rendered. */
  | { readonly status: 'wanted'; readonly comparisons: readonly RenderingComparison[] }
  | OpinionGiven;

export const MAX_DIFFERENCES = 100;
/** Number of pages of which /verify shows pictures. */
export const MAX_PICTURES = 3;
