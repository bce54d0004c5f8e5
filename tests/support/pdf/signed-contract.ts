import { createHash } from 'node:crypto';
import { cmsSigner, signatureTimestamp, signedAttributes, signedData } from '@cinnabar/pki/cms/cms.js';
import type { SignerCertificate } from '@cinnabar/pki/cms/signer-certificate.js';
import { newFile, type Objects, stream, updated } from './raw-pdf.js';

/** Bytes that signature dictionaries reserve for their CMS. */
const ROOM = 8000;

/**
 * A contract with a form, with these object numbers: 1 catalog, 2 page tree, 3 page, 4 content, 5 form, 6 font, 7 field
 * of the first signature (its value: 10), 8 an empty text field, 9 a text field with the value 5000 (appearance: 11),
 * 12 an unused content, 13 a picture, 14 /Info, 15 an empty signature field, 16 a note, 17 a check box, 18 the layer of
 * a watermark.
 */
export const CONTRACT: Objects = {
  1: '<</Type /Catalog /Pages 2 0 R /AcroForm 5 0 R /OCProperties <</OCGs [18 0 R] /D <</ON [18 0 R]>>>>>>',
  2: '<</Type /Pages /Kids [3 0 R] /Count 1>>',
  3: '<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources <</Font <</F1 6 0 R>> /XObject <</X1 13 0 R>>>> /Annots [7 0 R 8 0 R 9 0 R 15 0 R 16 0 R 17 0 R]>>',
  4: stream('BT /F1 24 Tf 72 700 Td (The price is 5000) Tj ET /X1 Do'),
  5: '<</Fields [7 0 R 8 0 R 9 0 R 15 0 R 17 0 R] /SigFlags 3 /DA (/F1 12 Tf 0 g) /DR <</Font <</F1 6 0 R>>>>>>',
  6: '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>',
  7: '<</Type /Annot /Subtype /Widget /FT /Sig /T (Sig1) /F 132 /P 3 0 R /Rect [72 100 200 160]>>',
  8: '<</Type /Annot /Subtype /Widget /FT /Tx /T (name) /F 4 /P 3 0 R /Rect [72 600 300 620]>>',
  9: '<</Type /Annot /Subtype /Widget /FT /Tx /T (amount) /V (5000) /F 4 /P 3 0 R /Rect [72 560 300 580] /AP <</N 11 0 R>>>>',
  11: stream('BT /F1 12 Tf (5000) Tj ET', '/Type /XObject /Subtype /Form /BBox [0 0 228 20]'),
  12: stream('BT /F1 24 Tf 72 700 Td (The price is 1) Tj ET'),
  13: stream('0 0 10 10 re f', '/Type /XObject /Subtype /Form /BBox [0 0 10 10]'),
  14: '<</Producer (A test) /Title (A contract)>>',
  15: '<</Type /Annot /Subtype /Widget /FT /Sig /T (Sig2) /F 132 /P 3 0 R /Rect [300 100 428 160]>>',
  16: '<</Type /Annot /Subtype /Text /Contents (note) /Rect [500 800 520 820]>>',
  17: '<</Type /Annot /Subtype /Widget /FT /Btn /T (agreed) /V /Off /AS /Off /F 4 /Rect [72 500 90 518] /AP <</N <</Yes 13 0 R /Off 11 0 R>>>>>>',
  18: '<</Type /OCG /Name (watermark)>>',
};

export interface Signer {
  readonly certificate: SignerCertificate;
  sign(toBeSigned: Uint8Array): Promise<Uint8Array>;
}

export interface SigningOptions {
  /** Object number of the field that gets the value, and of the value. */
  readonly field?: number;
  readonly value?: number;
  /** Entries of the signature dictionary. */
  readonly more?: string;
  readonly subFilter?: string;
  /** Other objects changed by the same revision. */
  readonly objects?: Objects;
  readonly references?: 'table' | 'stream' | 'hybrid';
  /** Makes /Contents from the covered bytes; by default a PAdES signature. */
  readonly cms?: (covered: Buffer) => Buffer | Promise<Buffer>;
  /** Body of the field's object; by default its present body with /V. */
  readonly fieldBody?: string;
}

/** A file signed by another revision. */
export async function signed(
  file: Buffer,
  signer: Signer,
  { field = 7, value = 10, more = '', ...options }: SigningOptions = {},
): Promise<Buffer> {
  const body = options.fieldBody ?? CONTRACT[field] ?? '';
  const objects: Objects = {
    ...options.objects,
    [field]: body.replace(/>>$/, ` /V ${value} 0 R>>`),
    [value]: signatureBody(options.subFilter ?? 'ETSI.CAdES.detached', more),
  };
  const blank = updated(file, {
    objects,
    ...(options.references === undefined ? {} : { references: options.references }),
  });
  return filledIn(blank, options.cms ?? ((covered) => padesOf(covered, signer)));
}

export function signatureBody(subFilter: string, more = ''): string {
  const range = '/ByteRange [0 0000000000 0000000000 0000000000]';
  return `<</Type /Sig /Filter /Adobe.PPKLite /SubFilter /${subFilter} /M (D:20261120080000Z) ${range} /Contents <${'0'.repeat(2 * ROOM)}> ${more}>>`;
}

/** Fills /ByteRange and /Contents of the last signature dictionary that is still blank. */
export async function filledIn(
  blank: Buffer,
  cms: (covered: Buffer) => Buffer | Promise<Buffer>,
): Promise<Buffer> {
  const file = Buffer.from(blank);
  const text = file.toString('latin1');
  const start = text.lastIndexOf(`<${'0'.repeat(2 * ROOM)}>`);
  const end = start + 2 * ROOM + 2;
  const range = text.lastIndexOf('[0 0000000000 0000000000 0000000000]', start);
  const numbers = [start, end, file.length - end].map((number) => `${number}`.padStart(10, '0'));
  file.write(`[0 ${numbers.join(' ')}]`, range, 'latin1');
  const value = await cms(Buffer.concat([file.subarray(0, start), file.subarray(end)]));
  file.write(value.toString('hex'), start + 1, 'latin1');
  return file;
}

/** @param stamp returns a token over the signature value, for B-T */
export async function padesOf(
  covered: Buffer,
  signer: Signer,
  stamp?: (value: Uint8Array) => Promise<Buffer>,
): Promise<Buffer> {
  const own = cmsSigner(signer.certificate);
  const attributes = signedAttributes(own, createHash(own.digest).update(covered).digest());
  const value = await signer.sign(attributes);
  const unsigned = stamp === undefined ? [] : [signatureTimestamp(await stamp(value))];
  return Buffer.from(signedData(own, attributes, value, unsigned));
}

export async function signedContract(signer: Signer, options: SigningOptions = {}): Promise<Buffer> {
  return signed(newFile(CONTRACT), signer, options);
}
