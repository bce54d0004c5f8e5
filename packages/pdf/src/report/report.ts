/** A report as plain data: what is in it, one block below the other. Lengths follow from the page (A4). */
export interface Report {
  readonly title: string;
  readonly subtitle: string;
  /** Leaves room above the title, px: a cover's title is not at the very top. Left out: 16. */
  readonly titleTop?: number;
  /** Sets all type a little smaller, so that a sheet that must stay one does. */
  readonly compact?: boolean;
  readonly blocks: readonly ReportBlock[];
  /** Stands at the foot of each page, beside its number. */
  readonly foot: string;
  /** Files embedded in the PDF. */
  readonly attachments: readonly ReportAttachment[];
}

export type ReportBlock =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string }
  /** What is to be seen at once, in a box. */
  | { readonly kind: 'notice'; readonly text: string; readonly tone: 'good' | 'bad' | 'plain' }
  /** What they are about, then names on the left and what they stand for on the right. */
  | { readonly kind: 'facts'; readonly title: string | null; readonly facts: readonly ReportFact[] }
  /** What they show, then small pictures, two in a row, each with its words beside it. */
  | { readonly kind: 'pictures'; readonly lead: string; readonly pictures: readonly ReportPicture[] }
  | {
      readonly kind: 'table';
      readonly columns: readonly ReportColumn[];
      readonly rows: readonly ReportRow[];
    };

export type ReportFact = readonly [name: string, value: string];
/** A text for each column; a line break in it is kept. */
export type ReportRow = readonly string[];

export interface ReportColumn {
  readonly header: string;
  /** Share of the width; all shares of a table add up to 1. */
  readonly share: number;
}

export interface ReportPicture {
  /** RGB; null: there is none, and the words say why. */
  readonly jpeg: Uint8Array | null;
  readonly title: string;
  readonly lines: readonly string[];
}

export interface ReportAttachment {
  readonly fileName: string;
  readonly mediaType: string;
  readonly description: string;
  readonly bytes: Uint8Array;
}
