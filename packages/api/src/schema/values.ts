/** Schemas of single values: ids, numbers, texts, choices, date-times. */
import { formatDateTime, parseDateTime } from '../date-time.js';
import { InvalidField, wrongType } from './faults.js';
import { type Id, type Json, type Schema, type SchemaRules, schema, type Writing } from './schema.js';

function integerFrom(value: unknown, path: string): number {
  const number = typeof value === 'string' && /^[+-]?\d{1,16}$/.test(value.trim()) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isSafeInteger(number)) throw wrongType(path, 'integer');
  return number === 0 ? 0 : number;
}

function inRange(number: number, min: number | null, max: number | null, path: string): void {
  if ((min !== null && number < min) || (max !== null && number > max)) {
    throw new InvalidField(path, { kind: 'range', min, max });
  }
}

function writeNumber(value: number, path: string, writing: Writing): Json {
  if (typeof value !== 'number' || !Number.isFinite(value)) writing.mismatch(path, 'number');
  return value;
}

/** A positive integer below 2^53, branded by the kind of object it identifies. */
export function id<Kind extends string>(): Schema<Id<Kind>> {
  return schema<SchemaRules<Id<Kind>>>({
    read(value, path) {
      const number = integerFrom(value, path);
      inRange(number, 1, Number.MAX_SAFE_INTEGER, path);
      // The only place where a number becomes a branded id.
      return number as Id<Kind>;
    },
    write: writeNumber,
    describe: { type: 'integer', format: 'int64', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
  });
}

/** Like `id`, but accepts 0 where the interface gives it a meaning, such as the default seal. */
export function idOrZero<Kind extends string>(): Schema<Id<Kind> | 0> {
  return schema<SchemaRules<Id<Kind> | 0>>({
    read(value, path) {
      const number = integerFrom(value, path);
      inRange(number, 0, Number.MAX_SAFE_INTEGER, path);
      return number === 0 ? 0 : (number as Id<Kind>);
    },
    write: writeNumber,
    describe: { type: 'integer', format: 'int64', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
  });
}

/** The id in responses for an object that was not created. */
export function noId<Kind extends string>(): Id<Kind> {
  return 0 as Id<Kind>;
}

/** Like `id`, for responses that may contain noId(). */
export function idOrNone<Kind extends string>(): Schema<Id<Kind>> {
  return { ...id<Kind>(), describe: idOrZero<Kind>().describe };
}

export function int32(min = -2_147_483_648, max = 2_147_483_647): Schema<number> {
  return schema<SchemaRules<number>>({
    read(value, path) {
      const number = integerFrom(value, path);
      inRange(number, min, max, path);
      return number;
    },
    write: writeNumber,
    describe: { type: 'integer', format: 'int32', minimum: min, maximum: max },
  });
}

/** Milliseconds since 1970 and other integers beyond 32 bits. */
export function int64(): Schema<number> {
  return schema<SchemaRules<number>>({
    read: (value, path) => integerFrom(value, path),
    write: writeNumber,
    describe: { type: 'integer', format: 'int64' },
  });
}

export function number(min: number | null = null, max: number | null = null): Schema<number> {
  return schema<SchemaRules<number>>({
    read(value, path) {
      const parsed =
        typeof value === 'string' && /^[+-]?(\d+\.?\d*|\.\d+)$/.test(value.trim()) ? Number(value) : value;
      if (typeof parsed !== 'number' || !Number.isFinite(parsed)) throw wrongType(path, 'number');
      inRange(parsed, min, max, path);
      return parsed;
    },
    write: writeNumber,
    describe: {
      type: 'number',
      ...(min === null ? {} : { minimum: min }),
      ...(max === null ? {} : { maximum: max }),
    },
  });
}

/** One of a few integers, such as a 0/1 flag. */
export function oneOf<const N extends readonly number[]>(...values: N): Schema<N[number]> {
  return schema<SchemaRules<N[number]>>({
    read(value, path) {
      const given = integerFrom(value, path);
      const found = values.find((candidate) => candidate === given);
      if (found === undefined) throw new InvalidField(path, { kind: 'choice', values: values.map(String) });
      return found;
    },
    write(value, path, writing) {
      if (!values.includes(value)) writing.mismatch(path, values.join(' or '));
      return value;
    },
    describe: { type: 'integer', format: 'int32', enum: values },
  });
}

function stringFrom(value: unknown, path: string): string {
  const text = typeof value === 'number' && Number.isFinite(value) ? String(value) : value;
  if (typeof text !== 'string') throw wrongType(path, 'string');
  // PostgreSQL cannot store NUL, and a lone surrogate would be stored as a different character.
  if (text.includes('\u0000') || /\p{Surrogate}/u.test(text)) {
    throw new InvalidField(path, {
      kind: 'format',
      zh: '含有无效字符',
      en: 'contains characters that are not text',
    });
  }
  return text;
}

/** A blank text is present but empty. */
function blank(given: string, path: string): InvalidField {
  if (given === '') return new InvalidField(path, { kind: 'missing' });
  return new InvalidField(path, { kind: 'format', zh: '不能为空白', en: 'must not be blank' });
}

function writeString(value: string, path: string, writing: Writing): Json {
  if (typeof value !== 'string') writing.mismatch(path, 'string');
  return value;
}

/** Text of `min` to `max` code points. If `min` is positive, blank text counts as missing. */
export function text(min: number, max: number): Schema<string> {
  return schema<SchemaRules<string>>({
    read(value, path) {
      const given = stringFrom(value, path);
      if (min > 0 && given.trim() === '') throw blank(given, path);
      if (given.length > max * 2 || given.length < min) {
        throw new InvalidField(path, { kind: 'length', min, max });
      }
      const length = [...given].length;
      if (length < min || length > max) throw new InvalidField(path, { kind: 'length', min, max });
      return given;
    },
    write: writeString,
    describe: { type: 'string', minLength: min, maxLength: max },
  });
}

/** Text that matches a pattern. `normalise` maps accepted spellings to the stored one. */
export function pattern(
  form: RegExp,
  words: { readonly zh: string; readonly en: string },
  normalise: (given: string) => string = (given) => given,
): Schema<string> {
  return schema<SchemaRules<string>>({
    read(value, path) {
      const given = stringFrom(value, path);
      if (given.trim() === '') throw blank(given, path);
      if (!form.test(given)) throw new InvalidField(path, { kind: 'format', ...words });
      return normalise(given);
    },
    write: writeString,
    describe: { type: 'string', pattern: form.source },
  });
}

/** One of several words; `ignoreCase` for colours and shapes, which clients spell differently. */
export function choice<const C extends readonly string[]>(
  values: C,
  { ignoreCase = false }: { readonly ignoreCase?: boolean } = {},
): Schema<C[number]> {
  const fold = (word: string): string => (ignoreCase ? word.toLowerCase() : word);
  return schema<SchemaRules<C[number]>>({
    read(value, path) {
      const given = fold(stringFrom(value, path));
      const found = values.find((candidate) => fold(candidate) === given);
      if (found === undefined) throw new InvalidField(path, { kind: 'choice', values });
      return found;
    },
    write(value, path, writing) {
      if (!values.includes(value)) writing.mismatch(path, values.join(' or '));
      return value;
    },
    describe: { type: 'string', enum: values },
  });
}

export function boolean(): Schema<boolean> {
  return schema<SchemaRules<boolean>>({
    read(value, path) {
      if (value === true || value === 'true' || value === 1 || value === '1') return true;
      if (value === false || value === 'false' || value === 0 || value === '0') return false;
      throw wrongType(path, 'boolean');
    },
    write(value, path, writing) {
      if (typeof value !== 'boolean') writing.mismatch(path, 'boolean');
      return value;
    },
    describe: { type: 'boolean' },
  });
}

/** A date-time; `edge` is the moment of the day that a date alone stands for. */
export function dateTime(edge: 'start' | 'end' = 'start'): Schema<Date> {
  return schema<SchemaRules<Date>>({
    read(value, path, reading) {
      const parsed = parseDateTime(stringFrom(value, path), reading.zone, edge);
      if (parsed === null) {
        throw new InvalidField(path, {
          kind: 'format',
          zh: '须为 yyyy-MM-dd HH:mm:ss 或 ISO 8601 格式的时间',
          en: 'must be a date-time such as 2026-01-31 09:30:00 or ISO 8601',
        });
      }
      return parsed;
    },
    write(value, path, writing) {
      if (!(value instanceof Date)) {
        writing.mismatch(path, 'date-time');
        return value;
      }
      return formatDateTime(value, writing.zone);
    },
    describe: { type: 'string', example: '2026-01-31T09:30:00.000+0800' },
  });
}
