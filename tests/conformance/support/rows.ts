import type { Json } from '@cinnabar/api/schema.js';
import type { Client } from '../../support/client.js';
import type { Changes } from './change-body.js';
import { type Expected, invalid } from './expected.js';

/** A request that is not JSON: its label and its bytes. */
export interface RawBody {
  readonly contentType: string | null;
  readonly bytes: string | Uint8Array<ArrayBuffer> | FormData;
}

/** One request of a table, as its difference from the operation's valid request. */
export interface Row {
  readonly what: string;
  readonly by?: Client;
  /** Replaces the valid body. */
  readonly body?: Json;
  readonly raw?: RawBody;
  /** Appended to the path, beginning with `?`. */
  readonly query?: string;
  readonly change?: Changes;
  /** null removes a header. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** `accepted`: the operation's success. */
  readonly expected: Expected | 'accepted';
  /** The specified required field whose absence this row tests. */
  readonly without?: string;
  /** The field that has another wrong value, in a row derived from its type. */
  readonly field?: string;
}

type RowChange = Omit<Row, 'what' | 'expected'>;

/** A request that is refused. */
export const refused = (what: string, change: RowChange, expected: Expected): Row => ({
  what,
  ...change,
  expected,
});

/** A request that must be accepted although it deviates from the specified notation. */
export const accepted = (what: string, change: RowChange): Row => ({ what, ...change, expected: 'accepted' });

/** The field accepts none of these values: each returns 400 naming it. */
export const wrongValues = (path: string, ...values: readonly Json[]): readonly Row[] =>
  values.map((value) => refused(`${path} = ${brief(value)}`, { change: { [path]: value } }, invalid(path)));

/** The field takes each of these values. */
export const fineValues = (path: string, ...values: readonly Json[]): readonly Row[] =>
  values.map((value) => accepted(`${path} = ${brief(value)}`, { change: { [path]: value } }));

/** What must be refused with its own words when one of its parts is missing. */
export const withoutField = (path: string, expected: Expected = invalid(path)): Row =>
  refused(`without ${path}`, { change: { [path]: undefined } }, expected);

export function brief(value: Json): string {
  const text = JSON.stringify(value);
  return text.length <= 60 ? text : `${text.slice(0, 50)}... (${text.length} characters)`;
}

export const characters = (count: number): string => '长'.repeat(count);
