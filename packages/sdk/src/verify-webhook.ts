/** Verifies webhooks, which are signed according to Standard Webhooks: HMAC-SHA256 over id, time and body. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { WebhookEvent } from './generated/events.js';

export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface WebhookOptions {
  /** Maximum age of the message, in ms; 5 minutes by default. */
  readonly toleranceMs?: number | undefined;
  /** Defaults to the clock of this machine. */
  readonly now?: Date | undefined;
}

/** The request did not come from the service, or is too old. Respond with 400 and do nothing else. */
export class WebhookRejected extends Error {
  override readonly name = 'WebhookRejected';

  constructor(
    /** `header`: one of the three headers is missing or malformed. */
    readonly reason: 'header' | 'timestamp' | 'signature' | 'body',
    message: string,
  ) {
    super(message);
  }
}

const TOLERANCE_MS = 300_000;

/**
 * Verifies the sender and age of a webhook, and parses it. An event may be delivered more than once: compare the header
 * `webhook-id` with those already processed. A newer service may send event types unknown to this version.
 * @param body the raw bytes as received, before any parsing
 * @param secrets `whsec_…`; several during rotation
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
  // Compare every pair in constant time: timing must not reveal which one nearly matched.
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

/** Node.js lowercases header names; some frameworks keep them as sent. */
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
    // Falls through to the rejection below: signed, but not an event.
  }
  throw new WebhookRejected('body', 'the body is not an event');
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
