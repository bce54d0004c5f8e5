import type { SignatureAct } from '../model.js';
import { SEAL_SUB_FILTER } from '../seal-sub-filter.js';
import { textString } from '../syntax/values.js';
import { printValue } from '../syntax/write-value.js';

/** Length of `0 a b c` with ten digits each: files up to 9.9 GB. */
const BYTE_RANGE_LENGTH = 2 + 3 * 11;

/**
 * Key that binds a signature to the event chain before it. ISO 32000-2, Annex E, reserves names beginning with `XX` for
 * private use; readers ignore unknown entries (Annex I). It lies within the byte range, so the signature covers it.
 */
export const EVENT_HEAD = 'XXCinnabarEventHead';

/** What a signature states besides its value. */
export type StatedInSignature = Pick<SignatureAct, 'name' | 'reason' | 'location' | 'time' | 'eventHead'>;

export interface PrintedSignatureDictionary {
  /** One character per byte; /ByteRange is blank and /Contents is zeros. */
  readonly text: string;
  readonly byteRangeStart: number;
  readonly byteRangeLength: number;
  /** Offset of the opening angle bracket and offset after the closing one. */
  readonly contentsStart: number;
  readonly contentsEnd: number;
}

/**
 * A signature dictionary (ISO 32000-2, table 255) as ETSI EN 319 142-1 requires: claimed signing time in /M, no /Cert.
 * @param reserve bytes reserved for the CMS
 */
export function printSignatureDictionary(act: SignatureAct, reserve: number): PrintedSignatureDictionary {
  return printSignature('ETSI.CAdES.detached', act, '', reserve);
}

/**
 * The dictionary of a signature with an electronic seal (GB/T 38540).
 * @param authorities certificates for /Cert, DER
 * @param reserve bytes reserved for the SES_Signature
 */
export function printSealDictionary(
  stated: StatedInSignature,
  authorities: readonly Uint8Array[],
  reserve: number,
): PrintedSignatureDictionary {
  const certificates = authorities.map((each) => `<${Buffer.from(each).toString('hex')}>`);
  const enclosed = certificates.length === 0 ? '' : ` /Cert [${certificates.join(' ')}]`;
  return printSignature(SEAL_SUB_FILTER, stated, enclosed, reserve);
}

function printSignature(
  subFilter: string,
  act: StatedInSignature,
  more: string,
  reserve: number,
): PrintedSignatureDictionary {
  let text = `<</Type /Sig /Filter /Adobe.PPKLite /SubFilter /${subFilter}`;
  for (const [key, value] of [
    ['Name', act.name],
    ['Reason', act.reason],
    ['Location', act.location],
  ]) {
    if (value !== null && value !== undefined && value !== '')
      text += ` /${key} ${printValue(textString(value))}`;
  }
  if (act.eventHead !== undefined) text += ` /${EVENT_HEAD} (${act.eventHead})`;
  return printWithRoom(`${text} /M (${pdfDate(act.time)})${more}`, reserve);
}

/**
 * A document timestamp dictionary (ISO 32000-2, 12.8.5; EN 319 142-1, 5.4.3): /Contents is a timestamp token. It claims
 * neither signer nor time, since the token states both.
 * @param reserve bytes reserved for the token
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
