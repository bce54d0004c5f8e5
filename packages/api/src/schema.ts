/**
 * The schema language of the interface. A schema knows three things: how to read a value (tolerant in what we
 * take), how to write one (exact in what we send), and how to describe itself as JSON Schema for OpenAPI.
 *
 * Tolerances are part of the interface, so they live here and nowhere else: integers and numbers may come as decimal
 * strings, strings as numbers, booleans as "true", "false", 0 or 1; null for an optional field means left out, and so
 * does "", since forms post every field they have; unknown fields are ignored, and named to who asks.
 */
import { Faults, InvalidField, wrongType } from './schema-faults.js';

export { type FieldFault, type FieldProblem, InvalidField } from './schema-faults.js';
export {
  boolean,
  choice,
  dateTime,
  id,
  idOrNone,
  idOrZero,
  int32,
  int64,
  noId,
  number,
  oneOf,
  pattern,
  text,
} from './schema-values.js';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type JsonSchema = { readonly [key: string]: Json };

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
      if (!Array.isArray(split)) throw wrongType(path === '' ? 'body' : path, 'array');
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
      if (!isRecord(value)) throw wrongType(path === '' ? 'body' : path, 'object');
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
