/** A report as plain data: what stands in it, one block below the other. Lengths follow from the page (A4). */
export interface Report {
  readonly title: string;
  readonly subtitle: string;
  /** Leaves room above the title, px: on a cover it does not stand at the very top. Left out: 16. */
  readonly titleTop?: number;
  readonly blocks: readonly ReportBlock[];
  /** Stands at the foot of each page, beside its number. */
  readonly foot: string;
  /** Files that come along inside the PDF. */
  readonly attachments: readonly ReportAttachment[];
}

export type ReportBlock =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string }
  /** What is to be seen at once, in a box. */
  | { readonly kind: 'notice'; readonly text: string; readonly tone: 'good' | 'bad' | 'plain' }
  /** What follows begins on a page of its own. */
  | { readonly kind: 'pageBreak' }
  /** What they are about, then names on the left and what they stand for on the right. */
  | { readonly kind: 'facts'; readonly title: string | null; readonly facts: readonly ReportFact[] }
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

export interface ReportAttachment {
  readonly fileName: string;
  readonly mediaType: string;
  readonly description: string;
  readonly bytes: Uint8Array;
}
