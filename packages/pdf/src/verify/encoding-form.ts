import { inflateSync } from 'node:zlib';
import { base85Decoded, hexDecoded, MAX_DECODED_BYTES } from '../import/byte-filters.js';
import { unpredicted } from '../import/predictors.js';
import {
  isArray,
  isDictionary,
  isName,
  type PdfObject,
  type PdfStream,
  type PdfValue,
} from '../syntax/values.js';
import type { WorkBudget } from './work-budget.js';

/**
 * Abbreviations that some readers accept for /Filter and /DecodeParms everywhere, although they are defined only for
 * inline images (ISO 32000-2, table 91).
 */
const ABBREVIATIONS = ['F', 'DP'] as const;
/** Filters that all readers decode alike, by the names that all readers know. */
const OF_PICTURES: ReadonlySet<string> = new Set(['DCTDecode', 'JPXDecode', 'CCITTFaxDecode', 'JBIG2Decode']);
/** PNG predictors (ISO 32000-2, table 8), and the highest filter type of a row. */
const FIRST_OF_PNG = 10;
const LAST_OF_PNG = 15;
const MAX_PREDICTOR_ROW_KIND = 4;
const HEXADECIMAL = /^[0-9A-Fa-f\t\n\f\r ]*>[\t\n\f\r ]*$/;
const BASE_85 = /^[!-uz\t\n\f\r ]*~>[\t\n\f\r ]*$/;

/** Whether a stream has filter entries that some readers observe and others ignore. */
export function hasTwoEncodings({ dictionary }: PdfStream): boolean {
  return ABBREVIATIONS.some((key) => {
    const value = dictionary.get(key) ?? null;
    // /F may also be an external file (table 5), which no reader fetches.
    return isName(value) || isArray(value) || (key === 'DP' && value !== null);
  });
}

/**
 * Whether all readers decode the data of a stream alike. For damaged data they do not: most show nothing, so that a
 * page could become empty by mere recompression.
 */
export function isPlainlyEncoded(stream: PdfStream, { budget, resolve }: Document): boolean {
  const { dictionary } = stream;
  if (ABBREVIATIONS.some((key) => dictionary.has(key))) return false;
  const steps = stepsOf(
    listOf(dictionary.get('Filter'), resolve),
    listOf(dictionary.get('DecodeParms'), resolve),
  );
  if (steps === null) return false;
  let data: Uint8Array | null = stream.data;
  for (const { filter, parameters } of steps) {
    if (OF_PICTURES.has(filter)) return true;
    budget.spendOnData(data.length);
    data = decoded(filter, parameters, data);
    if (data === null) return false;
    budget.spendOnData(data.length);
  }
  return true;
}

/** Context of the stream. */
interface Document {
  readonly budget: WorkBudget;
  readonly resolve: (value: PdfObject | undefined) => PdfObject;
}

interface Step {
  readonly filter: string;
  readonly parameters: ReadonlyMap<string, PdfValue>;
}

const NOTHING: ReadonlyMap<string, PdfValue> = new Map();

/** The elements of an entry that may be indirect (as PDFBox writes it), an array, or a single value. */
function listOf(value: PdfValue | undefined, resolve: Document['resolve']): PdfObject | readonly PdfObject[] {
  const found = resolve(value);
  return isArray(found) ? found.map((item) => resolve(item)) : found;
}

/**
 * Pairs one name with one dictionary, or a list of names with a list of dictionaries; readers ignore other
 * combinations.
 */
function stepsOf(
  filter: PdfObject | readonly PdfObject[],
  parameters: PdfObject | readonly PdfObject[],
): readonly Step[] | null {
  if (filter === null) return parameters === null ? [] : null;
  if (Array.isArray(filter) !== Array.isArray(parameters) && parameters !== null) return null;
  const filters = [filter].flat();
  const given = [parameters].flat();
  const steps: Step[] = [];
  for (const [index, each] of filters.entries()) {
    const own = given[index] ?? null;
    if (!isName(each) || (own !== null && !isDictionary(own))) return null;
    steps.push({ filter: each.name, parameters: own ?? NOTHING });
  }
  return steps;
}

function decoded(filter: string, parameters: Step['parameters'], data: Uint8Array): Uint8Array | null {
  const text = (): string => Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('latin1');
  switch (filter) {
    case 'FlateDecode': {
      const found = inflated(data);
      return found === null ? null : predicted(found, parameters);
    }
    case 'ASCIIHexDecode':
      return HEXADECIMAL.test(text()) ? hexDecoded(data) : null;
    case 'ASCII85Decode':
      return BASE_85.test(text()) ? base85Decoded(data) : null;
    default:
      return null;
  }
}

/** Null unless the data is complete and matches its checksum. */
function inflated(data: Uint8Array): Uint8Array | null {
  try {
    return inflateSync(data, { maxOutputLength: MAX_DECODED_BYTES });
  } catch {
    return null;
  }
}

/** Null unless every row is complete and has a defined PNG filter type. */
function predicted(data: Uint8Array, parameters: Step['parameters']): Uint8Array | null {
  const numbers = new Map<string, number>();
  for (const [key, value] of parameters) {
    if (typeof value !== 'number' || !Number.isInteger(value) || value < 1) return null;
    numbers.set(key, value);
  }
  const number = (key: string, otherwise: number): number => numbers.get(key) ?? otherwise;
  const predictor = number('Predictor', 1);
  if (predictor === 1) return data;
  if (predictor < FIRST_OF_PNG || predictor > LAST_OF_PNG) return null;
  const row = 1 + ((number('BitsPerComponent', 8) * number('Colors', 1) * number('Columns', 1) + 7) >> 3);
  if (data.length % row !== 0) return null;
  for (let at = 0; at < data.length; at += row) if ((data[at] ?? 0) > MAX_PREDICTOR_ROW_KIND) return null;
  return unpredicted(data, number);
}
