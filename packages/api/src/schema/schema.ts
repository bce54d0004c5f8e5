/** Definition of a schema: parsing, serialisation, description, and the meaning of a field. */

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type JsonSchema = { readonly [key: string]: Json };

export interface Reading {
  /** IANA name of the zone for date-times without an offset. */
  readonly zone: string;
  /** Called for every unknown field. */
  readonly ignored?: (path: string) => void;
}

export interface Writing {
  /** IANA name of the zone in which date-times are printed. */
  readonly zone: string;
  /** Called for every value that violates its schema: tests fail on it, production logs it. */
  readonly mismatch: (path: string, expected: string) => void;
}

/** Parsing, serialisation and description of the values of a type. */
export interface SchemaRules<T> {
  /** Parses external input. Throws InvalidField. */
  read(value: unknown, path: string, reading: Reading): T;
  /** Serialises a value as JSON. */
  write(value: T, path: string, writing: Writing): Json;
  /** JSON Schema, 2020-12. */
  readonly describe: JsonSchema;
}

interface Described {
  readonly describe: JsonSchema;
}

/** The meaning of a field for OpenAPI and docs/api is declared beside the field. */
interface Meaning {
  /** Returns the schema with a meaning, in Chinese and English. */
  means<S extends Described>(this: S, zh: string, en: string): S;
  /** Returns the schema with the meaning of another field. */
  like<S extends Described>(this: S, field: Described): S;
}

export interface Schema<T> extends SchemaRules<T>, Meaning {}

/** Makes a schema from its rules. */
export function schema<R extends Described>(rules: R): R & Meaning {
  return { ...rules, ...meaning };
}

const meaning: Meaning = {
  means(zh, en) {
    return { ...this, describe: { ...this.describe, description: `${zh} / ${en}` } };
  },
  like({ describe: { description } }) {
    if (description === undefined) throw new TypeError('the other field has no meaning');
    return { ...this, describe: { ...this.describe, description } };
  },
};

declare const brand: unique symbol;
/** A 53-bit id, branded so that it cannot be mistaken for the id of another kind of object. */
export type Id<Kind extends string> = number & { readonly [brand]: Kind };
