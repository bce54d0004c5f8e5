import type { TextStyle } from '../model.js';
import type { Report } from './report.js';

/** A copy for printing: pages of PDFs, slightly reduced, with the same foot on every sheet. Lengths are in pt. */
export interface FootedCopy {
  /** The PDFs in order. */
  readonly files: readonly Uint8Array[];
  /** Document title, for PDF viewers. */
  readonly title: string;
  readonly foot: Foot;
  /** Sheets after those of the files; the foot of the report itself is not printed. */
  readonly appendix: Report;
}

export interface Foot {
  readonly height: number;
  /** Pages with a shorter side get a larger sheet, so that the foot has room. */
  readonly minSide: number;
  readonly items: readonly FootItem[];
}

/** Positions are measured from the left, right and lower edge of the sheet. */
export type FootItem =
  | {
      readonly kind: 'rule';
      readonly left: number;
      readonly right: number;
      readonly bottom: number;
      /** 0 black to 1 white. */
      readonly gray: number;
      readonly width: number;
    }
  /** A square code such as ISO/IEC 18004: rows from the top, true is dark. The quiet zone is the space around it. */
  | {
      readonly kind: 'modules';
      readonly rows: readonly (readonly boolean[])[];
      readonly left: number;
      readonly bottom: number;
      readonly side: number;
    }
  /** `{page}` and `{pages}` are placeholders for the numbers. */
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly style: TextStyle;
      readonly left: number;
      readonly right: number;
      /** Upper edge of the line. */
      readonly top: number;
    };
