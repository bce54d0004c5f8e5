import { CustodyError } from './custody-error.js';

export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

/**
 * Serialises a value to exactly one text: the JSON Canonicalization Scheme (RFC 8785). Members are ordered by the
 * UTF-16 code units of their names, there is no white space, and numbers and strings are written as in ECMAScript.
 * Values that JSON would alter (not-a-number, infinities, undefined, unpaired surrogates) are rejected, because a hash
 * must not cover anything but the given value.
 * @throws CustodyError NOT_CANONICAL
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return canonicalNumber(value);
  if (typeof value === 'string') return canonicalString(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (!isPlainObject(value)) {
    throw new CustodyError('NOT_CANONICAL', `a value of type ${typeof value} that JSON does not know`);
  }
  const members = Object.keys(value)
    .sort()
    .map((name) => `${canonicalString(name)}:${canonicalJson(value[name])}`);
  return `{${members.join(',')}}`;
}

function canonicalNumber(value: number): string {
  if (!Number.isFinite(value)) throw new CustodyError('NOT_CANONICAL', `${value} has no JSON form`);
  return JSON.stringify(value);
}

function canonicalString(value: string): string {
  if (/\p{Cs}/u.test(value)) throw new CustodyError('NOT_CANONICAL', 'a string with an unpaired surrogate');
  return JSON.stringify(value);
}

/** Dates and other instances have JSON forms of their own, which would be chosen silently. */
function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

export function isJsonObject(value: JsonValue | undefined): value is { readonly [name: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
