import type { TextStyle } from '@cinnabar/pdf/model.js';
import type { FootedCopy, FootItem } from '@cinnabar/pdf/report/footed-copy.js';
import type { Report } from '@cinnabar/pdf/report/report.js';
import { encode } from 'uqr';

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

/** pt: 24 mm, of which printers leave the lowest 4 mm white. */
const HEIGHT = 68;
const MIN_SIDE = 480;
const MARGIN = 28;
/** pt: 17 mm, so that a module of a usual address is 0.4 mm or more. */
const QR_SIDE = 48;
const QR_BOTTOM = 12;
const GAP = 12;

const body: TextStyle = {
  font: 'SimHei',
  fontSize: 9.5,
  color: '#333333',
  bold: false,
  italic: false,
  underline: false,
  lineThrough: false,
  alignment: 'left',
};

/**
 * A contract as it is printed to be checked: the strip at the foot of every sheet is a hairline, the QR code (error
 * correction M) that leads back to the original, and the words beside it.
 */
export function footedCheckCopy({ files, title, address, strip, lastSheet }: CheckCopy): FootedCopy {
  const line = (text: string, style: TextStyle, top: number): FootItem => ({
    ...{ kind: 'text', text, style, top },
    ...{ left: MARGIN + QR_SIDE + GAP, right: MARGIN },
  });
  return {
    files,
    title,
    appendix: lastSheet,
    foot: {
      height: HEIGHT,
      minSide: MIN_SIDE,
      items: [
        { kind: 'rule', left: MARGIN, right: MARGIN, bottom: HEIGHT - 2, gray: 0.6, width: 0.5 },
        {
          kind: 'modules',
          rows: encode(address, { ecc: 'M', border: 0 }).data,
          ...{ left: MARGIN, bottom: QR_BOTTOM, side: QR_SIDE },
        },
        line(strip.notice, { ...body, bold: true, color: '#1A1A1A' }, 61),
        line(strip.numbering, { ...body, alignment: 'right' }, 61),
        line(strip.how, body, 44),
        line(strip.hint, { ...body, alignment: 'right' }, 27),
        line(strip.code, { ...body, fontSize: 13, color: '#1A1A1A' }, 29),
      ],
    },
  };
}
