/** Signatures of requests to and from gateways of the operator, in the form of Standard Webhooks. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { InvalidSetting } from '../../settings/invalid-setting.js';

const PREFIX = 'whsec_';
const MIN_BYTES = 24;
const MAX_AGE_MS = 300_000;

/** Base64 after `whsec_`, or any other text as it is. @throws InvalidSetting if it is too short */
export function readGatewaySecret(setting: string, given: string): Buffer {
  const secret = given.startsWith(PREFIX)
    ? Buffer.from(given.slice(PREFIX.length), 'base64')
    : Buffer.from(given, 'utf8');
  if (secret.length >= MIN_BYTES) return secret;
  throw new InvalidSetting(setting, `must have at least ${MIN_BYTES} bytes`);
}

/** Headers of a request with the body, under an id that is the same however often it is repeated. */
export function gatewayHeaders(
  secret: Buffer,
  { id, time, body }: { readonly id: string; readonly time: Date; readonly body: string },
): Record<string, string> {
  const seconds = String(Math.floor(time.getTime() / 1000));
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': `v1,${signatureOf(secret, id, seconds, Buffer.from(body)).toString('base64')}`,
  };
}

/** Whether the gateway sent the body in the last five minutes. */
export function isFromGateway(
  secret: Buffer,
  {
    headers,
    body,
    now,
  }: {
    readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
    readonly body: Uint8Array;
    readonly now: Date;
  },
): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signature } = headers;
  if (typeof id !== 'string' || typeof seconds !== 'string' || typeof signature !== 'string') return false;
  const age = now.getTime() - Number(seconds) * 1000;
  if (!/^\d{1,12}$/.test(seconds) || Math.abs(age) > MAX_AGE_MS) return false;
  const expected = signatureOf(secret, id, seconds, body);
  return signature.split(' ').some((each) => {
    const given = Buffer.from(each.replace(/^v1,/, ''), 'base64');
    return each.startsWith('v1,') && given.length === expected.length && timingSafeEqual(given, expected);
  });
}

function signatureOf(secret: Buffer, id: string, seconds: string, body: Uint8Array): Buffer {
  return createHmac('sha256', secret).update(`${id}.${seconds}.`).update(body).digest();
}
