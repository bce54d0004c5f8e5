/** Webhooks of Cinnabar are signed as Standard Webhooks says: HMAC-SHA256 over id, time and body. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Infer } from '@cinnabar/api/schema.js';
import type { Received } from './typed-calls.js';

type Declared = typeof import('@cinnabar/api/webhook-events.js')['webhookEvents'][number];

/** A webhook message: `type` is the event type, which determines `data`. */
export type WebhookEvent = {
  [E in Declared as E['type']]: {
    readonly type: E['type'];
    /** Time of the event. */
    readonly timestamp: string;
    readonly data: Received<Infer<E['data']>>;
  };
}[Declared['type']];

export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface WebhookOptions {
  /** Maximum age of the message, in ms; 5 minutes by default. */
  readonly toleranceMs?: number | undefined;
  /** Defaults to the clock of this machine. */
  readonly now?: Date | undefined;
}

/** The request did not come from the service, or not now: answer it with 400, and do nothing else. */
export class WebhookRejected extends Error {
  override readonly name = 'WebhookRejected';

  constructor(
    /** `header`: one of the three is missing or unreadable. */
    readonly reason: 'header' | 'timestamp' | 'signature' | 'body',
    message: string,
  ) {
    super(message);
  }
}

const TOLERANCE_MS = 300_000;

/**
 * Checks who sent a webhook, and when, and reads it. The same event can come more than once: `webhook-id` in the
 * headers says which have been seen. A newer service may tell of events that this version does not know.
 *
 * @param body the bytes as they came, before anything parses them
 * @param secrets `whsec_…`; several while one is being replaced by another
 * @throws WebhookRejected
 */
export function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  { toleranceMs = TOLERANCE_MS, now = new Date() }: WebhookOptions = {},
): WebhookEvent {
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature');
  if (!/^\d{1,12}$/.test(timestamp))
    throw new WebhookRejected('header', 'webhook-timestamp is no number of seconds');
  if (Math.abs(now.getTime() - Number(timestamp) * 1000) > toleranceMs) {
    throw new WebhookRejected('timestamp', 'sent too long ago, or not yet');
  }
  const given = signatures.split(' ').flatMap((each) => (each.startsWith('v1,') ? [each.slice(3)] : []));
  const keys = (typeof secrets === 'string' ? [secrets] : secrets).map(keyOf);
  const expected = keys.map((key) =>
    createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest(),
  );
  // Every pair is compared to the end: how long it takes must not tell which one was nearly right.
  const matches = expected.flatMap((each) =>
    given.filter((text) => sameBytes(each, Buffer.from(text, 'base64'))),
  );
  if (matches.length === 0) throw new WebhookRejected('signature', 'no signature is of a known secret');
  return eventIn(typeof body === 'string' ? body : new TextDecoder().decode(body));
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : fieldOf(headers, name);
  if (typeof value === 'string' && value !== '') return value;
  throw new WebhookRejected('header', `${name} is missing`);
}

/** Node.js gives names in lower case, some frameworks as they were sent. */
function fieldOf(headers: Exclude<WebhookHeaders, Headers>, name: string): unknown {
  return Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1];
}

function keyOf(secret: string): Buffer {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  if (key.length === 0) throw new TypeError('a webhook secret is empty, or not base64');
  return key;
}

function sameBytes(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}

function eventIn(text: string): WebhookEvent {
  try {
    const value: unknown = JSON.parse(text);
    if (isEvent(value)) return value;
  } catch {
    // Told as what it is below: signed, but no event.
  }
  throw new WebhookRejected('body', 'the body is no event');
}

function isEvent(value: unknown): value is WebhookEvent {
  return (
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    typeof value.type === 'string' &&
    'timestamp' in value &&
    typeof value.timestamp === 'string' &&
    'data' in value &&
    typeof value.data === 'object' &&
    value.data !== null
  );
}
