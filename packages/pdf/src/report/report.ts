/** A report as plain data: its blocks from top to bottom. Lengths follow from the page (A4). */
export interface Report {
  readonly title: string;
  readonly subtitle: string;
  /** Space above the title, px; more on a cover. Default: 16. */
  readonly titleTop?: number;
  /** Reduces all font sizes slightly, for a report that must fit on one page. */
  readonly compact?: boolean;
  readonly blocks: readonly ReportBlock[];
  /** Text at the foot of each page, beside its number. */
  readonly foot: string;
  /** Files embedded in the PDF. */
  readonly attachments: readonly ReportAttachment[];
}

export type ReportBlock =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string }
  /** Summary in a box. */
  | { readonly kind: 'notice'; readonly text: string; readonly tone: 'good' | 'bad' | 'plain' }
  /** A title, then names on the left and values on the right. */
  | { readonly kind: 'facts'; readonly title: string | null; readonly facts: readonly ReportFact[] }
  /** A title, then small pictures, two in a row, each with its text beside it. */
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
  /** RGB; null: unavailable, and the text gives the reason. */
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
