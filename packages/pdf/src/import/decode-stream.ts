import { inflateRawSync, inflateSync, constants as zlib } from 'node:zlib';
import { DocumentRefused } from '../model.js';
import { isArray, isName, type PdfDictionary, type PdfObject, type PdfStream } from '../syntax/values.js';
import {
  base85Decoded,
  hexDecoded,
  lzwDecoded,
  MAX_DECODED_BYTES,
  runLengthDecoded,
  tooMuch,
} from './byte-filters.js';
import { type Numbers, unpredicted } from './predictors.js';

const MAX_FILTERS = 8;

/** A stream with an image filter or an unknown filter. */
export class UndecodableStream extends Error {
  constructor(problem: string) {
    super(problem);
    this.name = 'UndecodableStream';
  }
}

/**
 * Decodes a stream's filters (ISO 32000-2 section 7.4), up to the first damage, as PDF readers do. Image filters are
 * not supported.
 *
 * @param resolve follows references
 * @param onDamage is called if data were omitted or a checksum does not match
 * @throws UndecodableStream; DocumentRefused BROKEN if it decodes to more than MAX_DECODED_BYTES bytes
 */
export function decodeStream(
  stream: PdfStream,
  resolve: (value: PdfObject | undefined) => PdfObject,
  onDamage: () => void = () => undefined,
): Uint8Array {
  const filters = listOf(resolve(stream.dictionary.get('Filter') ?? stream.dictionary.get('F')), resolve);
  const parameters = listOf(
    resolve(stream.dictionary.get('DecodeParms') ?? stream.dictionary.get('DP')),
    resolve,
  );
  if (filters.length > MAX_FILTERS) throw new DocumentRefused('BROKEN', 'a stream with too many filters');
  let data = stream.data;
  filters.forEach((filter, index) => {
    const given = parameters[index];
    const numbers = (key: string, otherwise: number): number => {
      const value = given instanceof Map ? resolve(given.get(key)) : undefined;
      return typeof value === 'number' ? value : otherwise;
    };
    data = decoded(isName(filter) ? filter.name : '', data, numbers, onDamage);
    if (data.length > MAX_DECODED_BYTES) throw tooMuch();
  });
  return data;
}

/** Whether the stream explicitly lists an encryption filter (7.4.10). */
export function cryptFilterOf(
  entries: PdfDictionary,
  resolve: (value: PdfObject | undefined) => PdfObject,
): string | null {
  const index = listOf(resolve(entries.get('Filter')), resolve).findIndex(
    (filter) => isName(filter) && filter.name === 'Crypt',
  );
  if (index < 0) return null;
  const parameters = listOf(resolve(entries.get('DecodeParms')), resolve)[index];
  const chosen = parameters instanceof Map ? resolve(parameters.get('Name')) : null;
  return isName(chosen) ? chosen.name : 'Identity';
}

function decoded(filter: string, data: Uint8Array, numbers: Numbers, onDamage: () => void): Uint8Array {
  switch (filter) {
    case 'FlateDecode':
    case 'Fl':
      return unpredicted(inflated(data, onDamage), numbers);
    case 'LZWDecode':
    case 'LZW':
      return unpredicted(lzwDecoded(data, numbers('EarlyChange', 1)), numbers);
    case 'ASCIIHexDecode':
    case 'AHx':
      return hexDecoded(data);
    case 'ASCII85Decode':
    case 'A85':
      return base85Decoded(data);
    case 'RunLengthDecode':
    case 'RL':
      return runLengthDecoded(data);
    case 'Crypt':
      return data;
    default:
      throw new UndecodableStream(`the filter ${filter}`);
  }
}

/** A wrong checksum, a missing end or damage in the middle loses the following data, not the preceding. */
function inflated(data: Uint8Array, onDamage: () => void): Uint8Array {
  const whole = inflateOrNull(inflateSync, data);
  if (whole !== null) return whole;
  onDamage();
  const unchecked = inflateOrNull(inflateRawSync, data.subarray(2));
  if (unchecked !== null) return unchecked;
  let good = 0;
  let bad = data.length;
  let best: Uint8Array = new Uint8Array();
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    const part = inflateOrNull(inflateRawSync, data.subarray(2, middle));
    if (part === null) bad = middle;
    else {
      good = middle;
      best = part;
    }
  }
  return best;
}

function inflateOrNull(inflate: typeof inflateSync, data: Uint8Array): Uint8Array | null {
  try {
    return inflate(data, { maxOutputLength: MAX_DECODED_BYTES, finishFlush: zlib.Z_SYNC_FLUSH });
  } catch (error) {
    if (error instanceof RangeError) throw tooMuch();
    return null;
  }
}

function listOf(
  value: PdfObject,
  resolve: (value: PdfObject | undefined) => PdfObject,
): readonly PdfObject[] {
  if (value === null) return [];
  return isArray(value) ? value.map(resolve) : [value];
}
