import type { ColumnType } from 'kysely';

/**
 * A jsonb column: read as a value, written as text produced by {@link toJson}. The driver would convert a JavaScript
 * array to a PostgreSQL array and a string to bare text, neither of which is JSON.
 */
export type JsonColumn<T> = ColumnType<T, string, string>;

/** A nullable jsonb column. */
export type NullableJsonColumn<T> = ColumnType<T | null, string | null, string | null>;

export function toJson(value: unknown): string {
  const text = JSON.stringify(value);
  if (text === undefined) throw new TypeError('undefined has no JSON form');
  return text;
}
