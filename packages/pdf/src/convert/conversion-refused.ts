/**
 * Why a document that is no PDF did not become one.
 * - `NO_CONVERTER`: nothing is installed or set up that reads this format
 * - `CONVERTER_AWAY`: what is installed or set up does not come up or answer
 * - `BROKEN`: it cannot be read as what it says it is
 * - `PASSWORD`: it needs a password to open
 * - `TOO_SLOW`: converting it took longer than it may
 * - `TOO_LARGE`: it needs more memory than it may, or unpacks to more
 * - `TOO_MANY_PIXELS`: of a picture
 * - `TOO_MANY_PAGES`: of a text
 * - `UNKNOWN_ENCODING`: bytes that are no text in any encoding that is known here
 * - `MISSING_GLYPH`: no font has the character that `detail` names
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
