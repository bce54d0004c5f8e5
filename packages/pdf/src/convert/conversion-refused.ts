/**
 * Reasons why a document was not converted to PDF.
 * - `NO_CONVERTER`: no converter for this format is installed or configured
 * - `CONVERTER_AWAY`: the installed or configured converter does not start or respond
 * - `BROKEN`: the document is not valid in its format
 * - `PASSWORD`: it is protected by a password
 * - `TOO_SLOW`: the conversion exceeded its time limit
 * - `TOO_LARGE`: it needs or unpacks to more memory than allowed
 * - `TOO_MANY_PIXELS`: of a picture
 * - `TOO_MANY_PAGES`: of a text
 * - `UNKNOWN_ENCODING`: bytes that are not text in any supported encoding
 * - `MISSING_GLYPH`: no font contains the character named by `detail`
 * - `EMPTY`: a text without a character
 */
export type ConversionRefusal =
  | 'NO_CONVERTER'
  | 'CONVERTER_AWAY'
  | 'BROKEN'
  | 'PASSWORD'
  | 'TOO_SLOW'
  | 'TOO_LARGE'
  | 'TOO_MANY_PIXELS'
  | 'TOO_MANY_PAGES'
  | 'UNKNOWN_ENCODING'
  | 'MISSING_GLYPH'
  | 'EMPTY';

export class ConversionRefused extends Error {
  override readonly name = 'ConversionRefused';

  constructor(
    readonly reason: ConversionRefusal,
    readonly detail: string,
  ) {
    super(`${reason}: ${detail}`);
  }
}
