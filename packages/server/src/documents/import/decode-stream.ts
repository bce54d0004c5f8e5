import { inflateRawSync, inflateSync, constants as zlib } from 'node:zlib';
import { DocumentRefused } from '../model.js';
import { isArray, isName, type PdfDictionary, type PdfObject, type PdfStream } from '../pdf/values.js';

/** More than any page's content or table of objects; what decodes to more is made to fill the memory. */
export const MOST_DECODED = 256 * 1024 * 1024;
const MOST_FILTERS = 8;

/** A stream with a filter that only pictures have, or that nobody knows. */
export class UndecodableStream extends Error {
  constructor(problem: string) {
    super(problem);
    this.name = 'UndecodableStream';
  }
}

/**
 * The bytes behind a stream's filters (ISO 32000-2 section 7.4), up to where they are damaged, as readers show them.
 * Filters of pictures are none of our business.
 *
 * @param resolve follows references
 * @throws UndecodableStream; DocumentRefused BROKEN for what decodes to more than MOST_DECODED bytes
 */
export function decodeStream(
  stream: PdfStream,
  resolve: (value: PdfObject | undefined) => PdfObject,
): Uint8Array {
  const filters = listOf(resolve(stream.dictionary.get('Filter') ?? stream.dictionary.get('F')), resolve);
  const parameters = listOf(
    resolve(stream.dictionary.get('DecodeParms') ?? stream.dictionary.get('DP')),
    resolve,
  );
  if (filters.length > MOST_FILTERS) throw new DocumentRefused('BROKEN', 'a stream with too many filters');
  let data = stream.data;
  filters.forEach((filter, index) => {
    const given = parameters[index];
    const numbers = (key: string, otherwise: number): number => {
      const value = given instanceof Map ? resolve(given.get(key)) : undefined;
      return typeof value === 'number' ? value : otherwise;
    };
    data = decoded(isName(filter) ? filter.name : '', data, numbers);
    if (data.length > MOST_DECODED) throw tooMuch();
  });
  return data;
}

/** Whether the stream names itself in clear among its filters an encryption filter (7.4.10). */
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

function tooMuch(): DocumentRefused {
  return new DocumentRefused('BROKEN', `a stream that decodes to more than ${MOST_DECODED} bytes`);
}

type Numbers = (key: string, otherwise: number) => number;

function decoded(filter: string, data: Uint8Array, numbers: Numbers): Uint8Array {
  switch (filter) {
    case 'FlateDecode':
    case 'Fl':
      return unpredicted(inflated(data), numbers);
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

/** A checksum that is wrong, an end that is missing or damage in the middle cost what follows, not what precedes. */
function inflated(data: Uint8Array): Uint8Array {
  const whole = inflateOrNull(inflateSync, data) ?? inflateOrNull(inflateRawSync, data.subarray(2));
  if (whole !== null) return whole;
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
    return inflate(data, { maxOutputLength: MOST_DECODED, finishFlush: zlib.Z_SYNC_FLUSH });
  } catch (error) {
    if (error instanceof RangeError) throw tooMuch();
    return null;
  }
}

/** PNG and TIFF predictors (7.4.4.4); rows are whole bytes. */
function unpredicted(data: Uint8Array, numbers: Numbers): Uint8Array {
  const predictor = numbers('Predictor', 1);
  if (predictor < 2) return data;
  const bits = Math.min(32, Math.max(1, numbers('BitsPerComponent', 8)));
  const colors = Math.min(32, Math.max(1, numbers('Colors', 1)));
  const columns = Math.min(1 << 20, Math.max(1, numbers('Columns', 1)));
  const pixel = Math.max(1, (bits * colors) >> 3);
  const row = (bits * colors * columns + 7) >> 3;
  return predictor === 2 ? tiffRows(data, row, pixel, bits) : pngRows(data, row, pixel);
}

function tiffRows(data: Uint8Array, row: number, pixel: number, bits: number): Uint8Array {
  if (bits !== 8) throw new UndecodableStream('a TIFF predictor of other than 8 bits');
  const out = Uint8Array.from(data);
  for (let at = 0; at < out.length; at += 1) {
    if (at % row >= pixel) out[at] = (out[at] ?? 0) + (out[at - pixel] ?? 0);
  }
  return out;
}

function pngRows(data: Uint8Array, row: number, pixel: number): Uint8Array {
  const rows = Math.ceil(data.length / (row + 1));
  const out = new Uint8Array(rows * row);
  for (let line = 0; line < rows; line += 1) {
    const from = line * (row + 1);
    const to = line * row;
    const kind = data[from];
    const length = Math.min(row, data.length - from - 1);
    for (let at = 0; at < length; at += 1) {
      const left = at >= pixel ? (out[to + at - pixel] ?? 0) : 0;
      const above = line > 0 ? (out[to - row + at] ?? 0) : 0;
      const corner = line > 0 && at >= pixel ? (out[to - row + at - pixel] ?? 0) : 0;
      out[to + at] = (data[from + 1 + at] ?? 0) + predicted(kind, left, above, corner);
    }
  }
  return out;
}

function predicted(kind: number | undefined, left: number, above: number, corner: number): number {
  if (kind === 1) return left;
  if (kind === 2) return above;
  if (kind === 3) return (left + above) >> 1;
  if (kind !== 4) return 0;
  const estimate = left + above - corner;
  const [byLeft, byAbove, byCorner] = [left, above, corner].map((value) => Math.abs(estimate - value));
  if ((byLeft ?? 0) <= (byAbove ?? 0) && (byLeft ?? 0) <= (byCorner ?? 0)) return left;
  return (byAbove ?? 0) <= (byCorner ?? 0) ? above : corner;
}

function lzwDecoded(data: Uint8Array, early: number): Uint8Array {
  const out: number[] = [];
  const clear = 256;
  const end = 257;
  let table: (readonly number[])[] = [];
  let previous: readonly number[] | null = null;
  let width = 9;
  let buffer = 0;
  let held = 0;
  const entry = (code: number): readonly number[] | undefined => (code < 256 ? [code] : table[code - 258]);
  for (const byte of data) {
    buffer = ((buffer << 8) | byte) & 0xffffff;
    held += 8;
    if (held < width) continue;
    held -= width;
    const code = (buffer >> held) & ((1 << width) - 1);
    if (code === end) break;
    if (code === clear) {
      table = [];
      previous = null;
      width = 9;
      continue;
    }
    const known = entry(code);
    const sequence: readonly number[] | null =
      known ?? (previous === null ? null : [...previous, previous[0] ?? 0]);
    if (sequence === null) break;
    for (const value of sequence) out.push(value);
    if (out.length > MOST_DECODED) throw tooMuch();
    if (previous !== null && table.length < 4096 - 258) table.push([...previous, sequence[0] ?? 0]);
    previous = sequence;
    const next = table.length + 258 + early;
    width = next >= 2048 ? 12 : next >= 1024 ? 11 : next >= 512 ? 10 : 9;
  }
  return Uint8Array.from(out);
}

function hexDecoded(data: Uint8Array): Uint8Array {
  const text = Buffer.from(data).toString('latin1').split('>', 1)[0] ?? '';
  const digits = text.replace(/[^0-9A-Fa-f]/g, '');
  return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex');
}

function base85Decoded(data: Uint8Array): Uint8Array {
  const out: number[] = [];
  let group: number[] = [];
  const flush = (): void => {
    if (group.length < 2) return;
    const bytes = group.length - 1;
    while (group.length < 5) group.push(84);
    const value = group.reduce((sum, digit) => sum * 85 + digit, 0);
    for (let index = 0; index < bytes; index += 1) out.push(Math.floor(value / 256 ** (3 - index)) & 0xff);
    group = [];
  };
  for (const byte of data) {
    if (byte === 0x7e) break;
    if (byte === 0x7a && group.length === 0) out.push(0, 0, 0, 0);
    if (byte < 0x21 || byte > 0x75) continue;
    group.push(byte - 0x21);
    if (group.length === 5) flush();
  }
  flush();
  return Uint8Array.from(out);
}

function runLengthDecoded(data: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  for (let at = 0; at < data.length; ) {
    const length = data[at] ?? 128;
    if (length === 128) break;
    if (length < 128) {
      parts.push(data.subarray(at + 1, at + 2 + length));
      at += 2 + length;
    } else {
      parts.push(new Uint8Array(257 - length).fill(data[at + 1] ?? 0));
      at += 2;
    }
  }
  return Buffer.concat(parts);
}

function listOf(
  value: PdfObject,
  resolve: (value: PdfObject | undefined) => PdfObject,
): readonly PdfObject[] {
  if (value === null) return [];
  return isArray(value) ? value.map(resolve) : [value];
}
