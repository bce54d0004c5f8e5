/**
 * The schema language of the interface. A schema knows three things: how to read a value (tolerant in what we
 * take), how to write one (exact in what we send), and how to describe itself as JSON Schema for OpenAPI.
 *
 * Tolerances are part of the interface, so they live here and nowhere else: integers and numbers may come as decimal
 * strings, strings as numbers, booleans as "true", "false", 0 or 1; null for an optional field means left out, and so
 * does "", since forms post every field they have; unknown fields are ignored, and named to who asks.
 */
import { formatDateTime, parseDateTime } from './date-time.js';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type JsonSchema = { readonly [key: string]: Json };

/** What is wrong with a field; `path` is written as people write it: `participantList[0].psnName`. */
export type FieldProblem =
  | { readonly kind: 'missing' }
  | { readonly kind: 'type'; readonly expected: string }
  | { readonly kind: 'range'; readonly min: number | null; readonly max: number | null }
  | { readonly kind: 'length'; readonly min: number; readonly max: number }
  | { readonly kind: 'choice'; readonly values: readonly string[] }
  | { readonly kind: 'format'; readonly zh: string; readonly en: string };

/** One field that does not fit. */
export interface FieldFault {
  readonly path: string;
  readonly problem: FieldProblem;
}

/** A body of a million elements, each of them wrong, is answered in few words. */
const MAX_FAULTS = 50;

/** What was read does not fit: in one field, or in `more` of them too. */
export class InvalidField extends Error {
  constructor(
    readonly path: string,
    readonly problem: FieldProblem,
    readonly more: readonly FieldFault[] = [],
  ) {
    super(`${path}: ${problem.kind}`);
    this.name = 'InvalidField';
  }

  /** Every field at fault, in the order in which they are declared; the first is that of the error itself. */
  get faults(): readonly FieldFault[] {
    return [{ path: this.path, problem: this.problem }, ...this.more];
  }
}

/** Gathers the faults of the parts of a value, so that who sent it hears of all at once. */
class Faults {
  readonly #found: FieldFault[] = [];

  add(...faults: readonly FieldFault[]): void {
    if (this.#found.length < MAX_FAULTS) this.#found.push(...faults);
  }

  /** Keeps the faults that `read` finds. */
  gather(read: () => void): void {
    try {
      read();
    } catch (error) {
      if (!(error instanceof InvalidField)) throw error;
      this.add(...error.faults);
    }
  }

  /** Throws what was gathered, if anything was. */
  throwAny(): void {
    const [first, ...more] = this.#found;
    if (first !== undefined) throw new InvalidField(first.path, first.problem, more.slice(0, MAX_FAULTS - 1));
  }
}

export interface Reading {
  /** IANA name of the zone of date-times without an offset. */
  readonly zone: string;
  /** Told of every field that the schema does not know. */
  readonly ignored?: (path: string) => void;
}

export interface Writing {
  /** IANA name of the zone in which date-times are printed. */
  readonly zone: string;
  /** Told of every value that does not fit its schema: tests fail on it, production logs it. */
  readonly mismatch: (path: string, expected: string) => void;
}

export interface Schema<T> {
  /** Reads a value that came from outside. Throws InvalidField. */
  read(value: unknown, path: string, reading: Reading): T;
  /** Writes a value of ours as JSON. */
  write(value: T, path: string, writing: Writing): Json;
  /** JSON Schema, 2020-12. */
  readonly describe: JsonSchema;
}

/** A field that may be left out (or null) in what we take. */
export interface OptionalSchema<T> extends Schema<T> {
  readonly optional: true;
}

export type Infer<S> = S extends Schema<infer T> ? T : never;

type Fields = { readonly [name: string]: Schema<unknown> };
/** Mapped by `as`, which keeps the comments of a schema's fields for whoever uses its values. */
export type InferFields<F> = {
  readonly [K in keyof F as F[K] extends { readonly optional: true } ? never : K]: Infer<F[K]>;
} & { readonly [K in keyof F as F[K] extends { readonly optional: true } ? K : never]?: Infer<F[K]> };

declare const brand: unique symbol;
/** An int64 id that cannot be mistaken for the id of another kind of object. */
export type Id<Kind extends string> = number & { readonly [brand]: Kind };

function wrong(path: string, expected: string): InvalidField {
  return new InvalidField(path, { kind: 'type', expected });
}

function integerFrom(value: unknown, path: string): number {
  const number = typeof value === 'string' && /^[+-]?\d{1,16}$/.test(value.trim()) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isSafeInteger(number)) throw wrong(path, 'integer');
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

/** A positive int64 below 2^53, branded by what it names. */
export function id<Kind extends string>(): Schema<Id<Kind>> {
  return {
    read(value, path) {
      const number = integerFrom(value, path);
      inRange(number, 1, Number.MAX_SAFE_INTEGER, path);
      // The one place where a number becomes an id of a kind.
      return number as Id<Kind>;
    },
    write: writeNumber,
    describe: { type: 'integer', format: 'int64', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
  };
}

/** Like `id`, but 0 is allowed where the interface gives 0 a meaning (the default seal, a free placement). */
export function idOrZero<Kind extends string>(): Schema<Id<Kind> | 0> {
  return {
    read(value, path) {
      const number = integerFrom(value, path);
      inRange(number, 0, Number.MAX_SAFE_INTEGER, path);
      return number === 0 ? 0 : (number as Id<Kind>);
    },
    write: writeNumber,
    describe: { type: 'integer', format: 'int64', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
  };
}

/** The id of nothing: what an answer says in the place of an object that was not made. */
export function noId<Kind extends string>(): Id<Kind> {
  return 0 as Id<Kind>;
}

/** Like `id`, for answers that may be about nothing: noId() then. */
export function idOrNone<Kind extends string>(): Schema<Id<Kind>> {
  return { ...id<Kind>(), describe: idOrZero<Kind>().describe };
}

export function int32(min = -2_147_483_648, max = 2_147_483_647): Schema<number> {
  return {
    read(value, path) {
      const number = integerFrom(value, path);
      inRange(number, min, max, path);
      return number;
    },
    write: writeNumber,
    describe: { type: 'integer', format: 'int32', minimum: min, maximum: max },
  };
}

/** Milliseconds since 1970 and other integers past 32 bits. */
export function int64(): Schema<number> {
  return {
    read: (value, path) => integerFrom(value, path),
    write: writeNumber,
    describe: { type: 'integer', format: 'int64' },
  };
}

export function number(min: number | null = null, max: number | null = null): Schema<number> {
  return {
    read(value, path) {
      const parsed =
        typeof value === 'string' && /^[+-]?(\d+\.?\d*|\.\d+)$/.test(value.trim()) ? Number(value) : value;
      if (typeof parsed !== 'number' || !Number.isFinite(parsed)) throw wrong(path, 'number');
      inRange(parsed, min, max, path);
      return parsed;
    },
    write: writeNumber,
    describe: {
      type: 'number',
      ...(min === null ? {} : { minimum: min }),
      ...(max === null ? {} : { maximum: max }),
    },
  };
}

/** One of a few integers, such as a 0/1 flag. */
export function oneOf<const N extends readonly number[]>(...values: N): Schema<N[number]> {
  return {
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
  };
}

function stringFrom(value: unknown, path: string): string {
  const text = typeof value === 'number' && Number.isFinite(value) ? String(value) : value;
  if (typeof text !== 'string') throw wrong(path, 'string');
  // NUL cannot be stored, and half a surrogate pair would be stored as another text than the one that was sent.
  if (text.includes('\u0000') || /\p{Surrogate}/u.test(text)) {
    throw new InvalidField(path, {
      kind: 'format',
      zh: '含有无效字符',
      en: 'contains characters that are not text',
    });
  }
  return text;
}

/** Spaces alone are something, and no text. */
function blank(given: string, path: string): InvalidField {
  if (given === '') return new InvalidField(path, { kind: 'missing' });
  return new InvalidField(path, { kind: 'format', zh: '不能为空白', en: 'must not be blank' });
}

function writeString(value: string, path: string, writing: Writing): Json {
  if (typeof value !== 'string') writing.mismatch(path, 'string');
  return value;
}

/** Text of `min` to `max` characters (code points). With `min` above 0 blank text counts as missing. */
export function text(min: number, max: number): Schema<string> {
  return {
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
  };
}

/** Text of a fixed form. `normalise` turns the accepted spellings into the one that is kept. */
export function pattern(
  form: RegExp,
  words: { readonly zh: string; readonly en: string },
  normalise: (given: string) => string = (given) => given,
): Schema<string> {
  return {
    read(value, path) {
      const given = stringFrom(value, path);
      if (given.trim() === '') throw blank(given, path);
      if (!form.test(given)) throw new InvalidField(path, { kind: 'format', ...words });
      return normalise(given);
    },
    write: writeString,
    describe: { type: 'string', pattern: form.source },
  };
}

/** One of a few words; `ignoreCase` for colours and shapes, which people write in many ways. */
export function choice<const C extends readonly string[]>(
  values: C,
  { ignoreCase = false }: { readonly ignoreCase?: boolean } = {},
): Schema<C[number]> {
  const fold = (word: string): string => (ignoreCase ? word.toLowerCase() : word);
  return {
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
  };
}

export function boolean(): Schema<boolean> {
  return {
    read(value, path) {
      if (value === true || value === 'true' || value === 1 || value === '1') return true;
      if (value === false || value === 'false' || value === 0 || value === '0') return false;
      throw wrong(path, 'boolean');
    },
    write(value, path, writing) {
      if (typeof value !== 'boolean') writing.mismatch(path, 'boolean');
      return value;
    },
    describe: { type: 'boolean' },
  };
}

/** A date-time; `edge` says which moment of the day a date alone means. */
export function dateTime(edge: 'start' | 'end' = 'start'): Schema<Date> {
  return {
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
  };
}

/** A list; `commaJoined` also takes one text with commas, as older clients send it. */
export function list<T>(
  item: Schema<T>,
  { min = 0, max: given, commaJoined = false }: ListOptions = {},
): Schema<readonly T[]> {
  const max = given ?? 1000;
  return {
    read(value, path, reading) {
      const split =
        commaJoined && typeof value === 'string' ? value.split(',').map((part) => part.trim()) : value;
      if (!Array.isArray(split)) throw wrong(path === '' ? 'body' : path, 'array');
      if (split.length < min || split.length > max) {
        throw new InvalidField(
          path === '' ? 'body' : path,
          split.length === 0 ? { kind: 'missing' } : { kind: 'range', min, max },
        );
      }
      const faults = new Faults();
      const items: T[] = [];
      for (const [index, entry] of split.entries()) {
        faults.gather(() => {
          items.push(item.read(entry, `${path}[${index}]`, reading));
        });
      }
      faults.throwAny();
      return items;
    },
    write(value, path, writing) {
      if (!Array.isArray(value)) {
        writing.mismatch(path, 'array');
        return [];
      }
      return value.map((entry, index) => item.write(entry, `${path}[${index}]`, writing));
    },
    describe: {
      type: 'array',
      items: item.describe,
      ...(min > 0 ? { minItems: min } : {}),
      ...(given === undefined ? {} : { maxItems: given }),
    },
  };
}

interface ListOptions {
  readonly min?: number;
  readonly max?: number;
  readonly commaJoined?: boolean;
}

/** A field that may be left out of a request; null and "" mean the same. */
export function optional<T>(inner: Schema<T>): OptionalSchema<T> {
  return { ...inner, optional: true };
}

/** A value that may be null; in a request null is then a value of its own and not the same as left out. */
export function nullable<T>(inner: Schema<T>): Schema<T | null> & { readonly nullable: true } {
  return {
    nullable: true,
    read: (value, path, reading) => (value === null ? null : inner.read(value, path, reading)),
    write: (value, path, writing) => (value === null ? null : inner.write(value, path, writing)),
    describe: { anyOf: [inner.describe, { type: 'null' }] },
  };
}

function isOptional(schema: Schema<unknown>): boolean {
  return 'optional' in schema;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a field says nothing: forms send what nobody filled in as "". */
function isLeftOut(schema: Schema<unknown>, given: unknown): boolean {
  if (given === undefined) return true;
  if (!isOptional(schema)) return given === null && !('nullable' in schema);
  return given === null || given === '';
}

function tellIgnored(
  value: Record<string, unknown>,
  fields: Fields,
  path: string,
  ignored: (path: string) => void,
): void {
  for (const name of Object.keys(value)) {
    if (!Object.hasOwn(fields, name)) ignored(path === '' ? name : `${path}.${name}`);
  }
}

/** An object. Unknown fields are ignored when read and dropped when written. */
export function object<const F extends Fields>(fields: F): Schema<InferFields<F>> & { readonly fields: F };
export function object(fields: Fields): Schema<unknown> & { readonly fields: Fields } {
  const entries = Object.entries(fields);
  return {
    fields,
    read(value, path, reading) {
      if (!isRecord(value)) throw wrong(path === '' ? 'body' : path, 'object');
      const result: Record<string, unknown> = {};
      const faults = new Faults();
      for (const [name, schema] of entries) {
        const at = path === '' ? name : `${path}.${name}`;
        const given = Object.hasOwn(value, name) ? value[name] : undefined;
        if (!isLeftOut(schema, given)) {
          faults.gather(() => {
            result[name] = schema.read(given, at, reading);
          });
        } else if (!isOptional(schema)) {
          faults.add({ path: at, problem: { kind: 'missing' } });
        }
      }
      if (reading.ignored !== undefined) tellIgnored(value, fields, path, reading.ignored);
      faults.throwAny();
      return result;
    },
    write(value, path, writing) {
      const result: Record<string, Json> = {};
      if (!isRecord(value)) {
        writing.mismatch(path, 'object');
        return result;
      }
      for (const [name, schema] of entries) {
        const given = value[name];
        const at = path === '' ? name : `${path}.${name}`;
        if (given !== undefined) result[name] = schema.write(given, at, writing);
        else if (!isOptional(schema)) writing.mismatch(at, 'a value');
      }
      return result;
    },
    describe: {
      type: 'object',
      properties: Object.fromEntries(entries.map(([name, schema]) => [name, schema.describe])),
      required: entries.filter(([, schema]) => !isOptional(schema)).map(([name]) => name),
    },
  };
}

/** JSON as it is, where the interface passes something through (channel parameters, kept attributes). */
export function json(): Schema<Json> {
  return {
    read: (value) => JSON.parse(JSON.stringify(value)),
    write: (value) => value,
    describe: {},
  };
}

/** Adds a sentence for the documentation. */
export function described<T>(schema: Schema<T>, zh: string, en: string): Schema<T> {
  return { ...schema, describe: { ...schema.describe, description: `${zh} / ${en}` } };
}
