/** Reads HTTP responses. */
import { parseRetryAfter } from './back-off.js';
import type { FieldProblem, Refusal } from './failures.js';

/** The JSON envelope of every response except files. */
export interface Envelope {
  readonly code: string;
  readonly msg: string;
  readonly data: unknown;
  readonly reason?: unknown;
  readonly field?: unknown;
  readonly problems?: unknown;
  readonly listPageNo?: unknown;
  readonly countInPage?: unknown;
  readonly listPageCount?: unknown;
  readonly totalCount?: unknown;
  readonly totalLimited?: unknown;
}

export type Answer =
  | { readonly kind: 'success'; readonly envelope: Envelope }
  | { readonly kind: 'refusal'; readonly refusal: Refusal }
  | { readonly kind: 'file' }
  | { readonly kind: 'foreign'; readonly text: string };

const LONGEST_QUOTE = 200;

/** The body of a file response is left unread. */
export async function readAnswer(response: Response): Promise<Answer> {
  const { headers, status } = response;
  // An attachment may itself be JSON; only file responses carry a file name.
  if (status === 200 && headers.has('content-disposition')) return { kind: 'file' };
  const text = await response.text();
  const envelope = envelopeIn(text);
  if (envelope === null) return { kind: 'foreign', text: text.slice(0, LONGEST_QUOTE) };
  const { code, msg, reason, field } = envelope;
  // Each group of operations uses one of these two codes for success.
  if (code === '200' || code === '0') return { kind: 'success', envelope };
  const retryAfterMs = parseRetryAfter(headers.get('retry-after'), Date.now());
  const refusal = {
    status,
    code,
    msg,
    reason: typeof reason === 'string' ? reason : null,
    field: typeof field === 'string' ? field : null,
    problems: problemsIn(envelope.problems),
    retryAfterMs,
  };
  return { kind: 'refusal', refusal };
}

function envelopeIn(text: string): Envelope | null {
  try {
    const value: unknown = JSON.parse(text);
    return isEnvelope(value) ? value : null;
  } catch {
    return null;
  }
}

function problemsIn(given: unknown): readonly FieldProblem[] {
  return Array.isArray(given) ? given.filter(isFieldProblem) : [];
}

function isFieldProblem(value: unknown): value is FieldProblem {
  return (
    typeof value === 'object' &&
    value !== null &&
    'field' in value &&
    typeof value.field === 'string' &&
    'msg' in value &&
    typeof value.msg === 'string'
  );
}

function isEnvelope(value: unknown): value is Envelope {
  return (
    typeof value === 'object' &&
    value !== null &&
    'code' in value &&
    typeof value.code === 'string' &&
    'msg' in value &&
    typeof value.msg === 'string' &&
    'data' in value
  );
}

/** Names in X-Ignored-Fields: percent-encoded, separated by commas. */
export function ignoredIn(header: string | null): readonly string[] {
  return header === null || header === '' ? [] : header.split(', ').map(decoded);
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    // Not encoded by the service, but by something in between.
    return name;
  }
}
