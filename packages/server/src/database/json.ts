import type { ColumnType } from 'kysely';

/**
 * A jsonb column: read as a value, written as text made by {@link toJson}. The driver would turn a JavaScript array
 * into a PostgreSQL array and a string into bare text, neither of which is JSON.
 */
export type JsonColumn<T> = ColumnType<T, string, string>;

/** One that may be empty. */
export type NullableJsonColumn<T> = ColumnType<T | null, string | null, string | null>;

export function toJson(value: unknown): string {
  const text = JSON.stringify(value);
  if (text === undefined) throw new TypeError('undefined has no JSON form');
  return text;
}
