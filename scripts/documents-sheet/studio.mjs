// Makes documents as the service does: imports, prepares, signs with a certificate of this run, and renders them.
import { sign } from 'node:crypto';
import { makeSigner } from '../../bench/support/make-signer.mjs';

/** Image pixels per px of a page: fine enough to judge edges. */
export const DENSITY = 2;

const plain = {
  font: 'SimHei',
  fontSize: 14,
  color: '#222222',
  bold: false,
  italic: false,
  underline: false,
  lineThrough: false,
  alignment: 'left',
};

export class Studio {
  constructor(engine, folder) {
    this.engine = engine;
    this.signer = makeSigner('ecdsa-p256-sha256', folder);
  }

  /**
   * An uploaded PDF with drawn values and signed marks.
   * @param plan a DocumentPlan without its areas
   * @param marks [{box, mark}]; each gets a signature field
   */
  async document(upload, plan, marks = []) {
    const { bytes } = await this.engine.importPdf(new Uint8Array(upload));
    const named = marks.map((given, index) => ({ fieldName: `sig-${index + 1}`, ...given }));
    const areas = named
      .filter(({ mark }) => mark.kind !== 'seam')
      .map(({ fieldName, box }) => ({ fieldName, box }));
    const prepared = await this.engine.prepare(bytes, { values: [], ...plan, areas });
    if (named.length === 0) return prepared;
    const act = {
      placements: named,
      invisibleFieldName: 'sig-0',
      signer: this.signer.certificate,
      name: '样张',
      reason: '样张',
      location: null,
      time: new Date(),
    };
    return this.engine.sign(prepared, act, async (bytesToSign) =>
      sign('sha256', bytesToSign, this.signer.privateKey),
    );
  }

  /** A page as JPEG, `width` px of the sheet wide. */
  picture(pdf, page, width) {
    return this.engine.renderPage(pdf, page, Math.round(width * DENSITY));
  }
}

/** A text on the sheet. */
export function text(content, box, style = {}, multiLine = false) {
  return {
    label: content,
    box: { page: 1, height: 24, ...box },
    text: content,
    multiLine,
    style: { ...plain, ...style },
  };
}

/** The label below or beside a sample. */
export function caption(content, box) {
  return text(content, box, { fontSize: 11, color: '#777777' });
}

/** The title of a section. */
export function heading(chinese, english) {
  return text(
    `${chinese}  ${english}`,
    { x: 40, y: 22, width: 1520, height: 36 },
    { fontSize: 24, bold: true },
  );
}
