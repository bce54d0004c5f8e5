import { importPdf } from '@cinnabar/pdf/import/import-pdf.js';
import type {
  Box,
  DocumentPlan,
  Mark,
  Placement,
  SealDrawing,
  SignatureAct,
  TextStyle,
  TextValue,
} from '@cinnabar/pdf/model.js';
import { prepareDocument } from '@cinnabar/pdf/sign/prepare-document.js';
import { PDF, PdfArray, PdfNumber } from '@libpdf/core';
import { testFonts } from '../fonts.js';
import type { TestSigner } from '../test-certificates.js';

export const STYLE: TextStyle = {
  font: 'SimSun',
  fontSize: 16,
  color: '#000000',
  bold: false,
  italic: false,
  underline: false,
  lineThrough: false,
  alignment: 'left',
};

/** A red square of 42 mm, whose edges show the position of a seal to the pixel. */
export const SQUARE_SEAL: SealDrawing = {
  kind: 'outlines',
  width: 42,
  height: 42,
  color: '#E60012',
  alpha: 1,
  paths: [{ data: 'M-21 -21 L21 -21 L21 21 L-21 21 Z', paint: 'fill' }],
};

export interface PageShape {
  readonly rotate?: number;
  readonly media?: readonly [number, number, number, number];
  readonly crop?: readonly [number, number, number, number];
  readonly userUnit?: number;
  /** Blank if it is ''. */
  readonly text?: string;
}

/** A PDF as users might upload it. */
export async function uploadedPdf(shapes: readonly PageShape[]): Promise<Uint8Array> {
  const pdf = PDF.create();
  shapes.forEach((shape, index) => {
    const page = pdf.addPage({ size: 'a4' });
    const text = shape.text ?? `Page ${index + 1}`;
    if (text !== '') page.drawText(text, { x: 72, y: 700, size: 24 });
    const numbers = (values: readonly number[]): PdfArray =>
      PdfArray.of(...values.map((value) => PdfNumber.of(value)));
    if (shape.media !== undefined) page.dict.set('MediaBox', numbers(shape.media));
    if (shape.crop !== undefined) page.dict.set('CropBox', numbers(shape.crop));
    if (shape.rotate !== undefined) page.dict.set('Rotate', PdfNumber.of(shape.rotate));
    if (shape.userUnit !== undefined) page.dict.set('UserUnit', PdfNumber.of(shape.userUnit));
  });
  return pdf.save();
}

export async function preparedPdf(
  shapes: readonly PageShape[],
  plan: Partial<DocumentPlan> = {},
): Promise<Uint8Array> {
  const imported = await importPdf(await uploadedPdf(shapes), testFonts);
  return prepareDocument(imported.bytes, { values: [], areas: [], ...plan }, testFonts);
}

export function value(text: string, box: Partial<Box> = {}, more: Partial<TextValue> = {}): TextValue {
  return {
    label: 'value',
    box: { page: 1, x: 100, y: 200, width: 500, height: 30, ...box },
    text,
    multiLine: false,
    style: STYLE,
    ...more,
  };
}

export function sealMark(more: Partial<Mark & { kind: 'seal' }> = {}): Mark {
  return { kind: 'seal', seal: SQUARE_SEAL, size: 'actual', dateLine: null, ...more };
}

export function placement(fieldName: string, box: Partial<Box> = {}, mark: Mark = sealMark()): Placement {
  return { fieldName, box: { page: 1, x: 300, y: 500, width: 159, height: 159, ...box }, mark };
}

export function actOf(
  signer: TestSigner,
  placements: readonly Placement[],
  more: Partial<SignatureAct> = {},
): SignatureAct {
  return {
    placements,
    invisibleFieldName: 'sig-1-file-1',
    signer: signer.certificate,
    name: '王五',
    reason: '上海某某科技有限公司 (王五)',
    location: null,
    time: new Date('2026-11-20T08:00:00Z'),
    ...more,
  };
}
