import type { TextStyle } from '@cinnabar/pdf/model.js';
import type { FootedCopy, FootItem } from '@cinnabar/pdf/report/footed-copy.js';
import type { Report } from '@cinnabar/pdf/report/report.js';
import { encode } from 'uqr';

/** Contents of a print copy of a contract: of every sheet, and of the last one. */
export interface CheckCopy {
  /** The current PDFs, in their order. */
  readonly files: readonly Uint8Array[];
  /** Document title, for PDF viewers. */
  readonly title: string;
  /** Target of the QR code. */
  readonly address: string;
  readonly strip: CheckStrip;
  /** The sheet after the contract; it has no strip at the foot. */
  readonly lastSheet: Report;
}

/** Texts at the foot of every sheet. */
export interface CheckStrip {
  /** States that it is a copy, not the original. */
  readonly notice: string;
  /** How to check it, on a separate line because an address may be long. */
  readonly how: string;
  /** Text on the right of the QR code. */
  readonly hint: string;
  /** The code for typing. */
  readonly code: string;
  /** `{page}` and `{pages}` are placeholders for the numbers. */
  readonly numbering: string;
}

/** pt: 24 mm, of which printers leave the lowest 4 mm blank. */
const HEIGHT = 68;
const MIN_SIDE = 480;
const MARGIN = 28;
/** pt: 17 mm, so that a module of a typical address is at least 0.4 mm. */
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
 * Renders a contract for printing. The strip at the foot of every sheet has a hairline, the QR code (error correction
 * level M) that leads back to the original, and the texts beside it.
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
