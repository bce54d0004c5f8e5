import type { SignatureAct } from '../model.js';
import { textString } from '../syntax/values.js';
import { printValue } from '../syntax/write-value.js';

/** Room for `0 a b c` with ten digits each: files up to 9.9 GB. */
const BYTE_RANGE_LENGTH = 2 + 3 * 11;

/**
 * Where a signature names the history that led to it. ISO 32000-2, Annex E: names that begin with `XX` are anybody's
 * own and are never given another meaning; readers pass over entries that they do not know (Annex I). It is inside the
 * byte range, so the signature covers it.
 */
export const EVENT_HEAD = 'XXCinnabarEventHead';

export interface PrintedSignatureDictionary {
  /** One char per byte, /ByteRange blank and /Contents zero. */
  readonly text: string;
  readonly byteRangeStart: number;
  readonly byteRangeLength: number;
  /** Offsets of the opening angle bracket and after the closing one. */
  readonly contentsStart: number;
  readonly contentsEnd: number;
}

/**
 * A signature dictionary (ISO 32000-2 table 255) as ETSI EN 319 142-1 wants it: the claimed time in /M, no /Cert.
 * @param reserve bytes of the CMS
 */
export function printSignatureDictionary(act: SignatureAct, reserve: number): PrintedSignatureDictionary {
  let text = '<</Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached';
  for (const [key, value] of [
    ['Name', act.name],
    ['Reason', act.reason],
    ['Location', act.location],
  ]) {
    if (value !== null && value !== undefined && value !== '')
      text += ` /${key} ${printValue(textString(value))}`;
  }
  if (act.eventHead !== undefined) text += ` /${EVENT_HEAD} (${act.eventHead})`;
  return printWithRoom(`${text} /M (${pdfDate(act.time)})`, reserve);
}

/**
 * A document timestamp dictionary (ISO 32000-2, 12.8.5; EN 319 142-1, 5.4.3): a token in place of a CMS, and no claim
 * besides, since the token itself says who and when.
 * @param reserve bytes of the token
 */
export function printDocumentTimestamp(reserve: number): PrintedSignatureDictionary {
  return printWithRoom('<</Type /DocTimeStamp /Filter /Adobe.PPKLite /SubFilter /ETSI.RFC3161', reserve);
}

function printWithRoom(beginning: string, reserve: number): PrintedSignatureDictionary {
  let text = `${beginning} /ByteRange [`;
  const byteRangeStart = text.length;
  text += `${' '.repeat(BYTE_RANGE_LENGTH)}] /Contents `;
  const contentsStart = text.length;
  text += `<${'0'.repeat(2 * reserve)}>`;
  const contentsEnd = text.length;
  return {
    text: `${text}>>`,
    byteRangeStart,
    byteRangeLength: BYTE_RANGE_LENGTH,
    contentsStart,
    contentsEnd,
  };
}

/** A PDF date (7.9.4) in UTC. */
function pdfDate(time: Date): string {
  return `D:${time.toISOString().slice(0, 19).replace(/[-:T]/g, '')}Z`;
}
