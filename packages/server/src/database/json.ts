import type { ColumnType } from 'kysely';

/**
 * A jsonb column: read as a value, written as text produced by {@link toJson}. The driver would convert a JavaScript
 * array to a PostgreSQL array and a string to bare text, neither of which is JSON.
 */
export type JsonColumn<T> = ColumnType<T, string, string>;

/** A nullable jsonb column. */
export type NullableJsonColumn<T> = ColumnType<T | null, string | null, string | null>;

/** A time in a row that a query returns as JSON, where it is text (ISO 8601). */
export function timeFromJson(text: string): Date;
export function timeFromJson(text: string | null): Date | null;
export function timeFromJson(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}

/** Bytes in a row that a query returns as JSON, where they are text: `\\x` and hexadecimal digits. */
export function bytesFromJson(text: string): Uint8Array {
  return Buffer.from(text.slice(2), 'hex');
}

export function toJson(value: unknown): string {
  const text = JSON.stringify(value);
  if (text === undefined) throw new TypeError('undefined has no JSON form');
  return text;
}
