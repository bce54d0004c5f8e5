/** Schemas composed of others: lists, objects, optional and nullable fields. */
import { Faults, InvalidField, wrongType } from './faults.js';
import { type Json, type Schema, type SchemaRules, schema } from './schema.js';

/** A field that may be omitted or null in requests. */
export interface OptionalSchema<T> extends Schema<T> {
  readonly optional: true;
}

export type Infer<S> = S extends Schema<infer T> ? T : never;

type Fields = { readonly [name: string]: Schema<unknown> };
/** Mapped with `as`, which preserves the comments of the schema's fields. */
export type InferFields<F> = {
  readonly [K in keyof F as F[K] extends { readonly optional: true } ? never : K]: Infer<F[K]>;
} & { readonly [K in keyof F as F[K] extends { readonly optional: true } ? K : never]?: Infer<F[K]> };

/** A list; `commaJoined` also accepts a comma-separated string, as older clients send it. */
export function list<T>(
  item: Schema<T>,
  { min = 0, max: given, commaJoined = false }: ListOptions = {},
): Schema<readonly T[]> {
  const max = given ?? 1000;
  return schema<SchemaRules<readonly T[]>>({
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
  });
}

interface ListOptions {
  readonly min?: number;
  readonly max?: number;
  readonly commaJoined?: boolean;
}

/** A field that may be omitted in requests; null and "" mean the same. */
export function optional<T>(inner: Schema<T>): OptionalSchema<T> {
  return { ...inner, optional: true };
}

/** A value that may be null. In requests, null is a value and differs from omission. */
export function nullable<T>(inner: Schema<T>): Schema<T | null> & { readonly nullable: true } {
  const { description, ...described } = inner.describe;
  const rules: SchemaRules<T | null> = {
    read: (value, path, reading) => (value === null ? null : inner.read(value, path, reading)),
    write: (value, path, writing) => (value === null ? null : inner.write(value, path, writing)),
    describe: {
      anyOf: [described, { type: 'null' }],
      ...(description === undefined ? {} : { description }),
    },
  };
  return { ...schema(rules), nullable: true };
}

function isOptional(field: Schema<unknown>): boolean {
  return 'optional' in field;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a field counts as omitted: forms send "" for empty inputs. */
function isLeftOut(field: Schema<unknown>, given: unknown): boolean {
  if (given === undefined) return true;
  if (!isOptional(field)) return given === null && !('nullable' in field);
  return given === null || given === '';
}

function reportIgnored(
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
  const rules: SchemaRules<unknown> = {
    read(value, path, reading) {
      if (!isRecord(value)) throw wrongType(path === '' ? 'body' : path, 'object');
      const result: Record<string, unknown> = {};
      const faults = new Faults();
      for (const [name, field] of entries) {
        const at = path === '' ? name : `${path}.${name}`;
        const given = Object.hasOwn(value, name) ? value[name] : undefined;
        if (!isLeftOut(field, given)) {
          faults.gather(() => {
            result[name] = field.read(given, at, reading);
          });
        } else if (!isOptional(field)) {
          faults.add({ path: at, problem: { kind: 'missing' } });
        }
      }
      if (reading.ignored !== undefined) reportIgnored(value, fields, path, reading.ignored);
      faults.throwAny();
      return result;
    },
    write(value, path, writing) {
      const result: Record<string, Json> = {};
      if (!isRecord(value)) {
        writing.mismatch(path, 'object');
        return result;
      }
      for (const [name, field] of entries) {
        const given = value[name];
        const at = path === '' ? name : `${path}.${name}`;
        if (given !== undefined) result[name] = field.write(given, at, writing);
        else if (!isOptional(field)) writing.mismatch(at, 'a value');
      }
      return result;
    },
    describe: {
      type: 'object',
      properties: Object.fromEntries(entries.map(([name, field]) => [name, field.describe])),
      required: entries.filter(([, field]) => !isOptional(field)).map(([name]) => name),
    },
  };
  return { ...schema(rules), fields };
}

/** The fields of the first without those of the second. */
export function without<F extends Fields, O extends Fields>(fields: F, others: O): Omit<F, keyof O>;
export function without(fields: Fields, others: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !Object.hasOwn(others, name)));
}

/** The part of a value described by these fields. */
export function partOf<T extends object>(part: Schema<T> & { readonly fields: Fields }, value: T): T;
export function partOf({ fields }: { readonly fields: Fields }, value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([name]) => Object.hasOwn(fields, name)));
}
