import type { Report } from '../report/report.js';

/** A print copy of a contract: what is printed on every sheet, and on the last one. */
export interface CheckCopy {
  /** PDFs as they are in force, in their order. */
  readonly files: readonly Uint8Array[];
  /** Of the document, for readers. */
  readonly title: string;
  /** What the QR code opens. */
  readonly address: string;
  readonly strip: CheckStrip;
  /** The sheet after the contract; its foot is not printed. */
  readonly lastSheet: Report;
}

/** The words at the foot of every sheet. */
export interface CheckStrip {
  /** That it is a copy, not the original. */
  readonly notice: string;
  /** How it is checked, on a line of its own: an address may be long. */
  readonly how: string;
  /** On the right of the code. */
  readonly hint: string;
  /** The code, as it is typed. */
  readonly code: string;
  /** `{page}` and `{pages}` stand for the numbers. */
  readonly numbering: string;
}
