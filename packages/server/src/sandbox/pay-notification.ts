/** Signature of the sandbox's payment provider: HMAC-SHA-256 over the time and the body. */
import { createHmac } from 'node:crypto';
import type { MasterKey } from '../custody/master-key.js';
import { sameSecret } from '../custody/secrets.js';
import {
  type PaymentNotification,
  PayProviderFailed,
  type ReceivedNotification,
} from '../providers/pay/port.js';

export const SANDBOX_NOTIFY_PATH = '/pay/notify/sandbox';

/** In transport form. */
export interface SandboxNotice {
  readonly businessOrderNo: string;
  readonly result: 'success' | 'fail';
  /** fen */
  readonly amount: number;
  readonly providerOrderNo: string;
}

/** Maximum difference between a notification's time and ours; an older one may be a replay. */
const TOLERANCE_MS = 5 * 60_000;

type SigningKey = Pick<MasterKey, 'linkSigning'>;

function signature(masterKey: SigningKey, timestamp: string, body: Uint8Array): string {
  return createHmac('sha256', masterKey.linkSigning)
    .update(`sandbox payment notification\u0000${timestamp}\u0000`, 'utf8')
    .update(body)
    .digest('hex');
}

/** A notification with its headers, as the provider would post it at `now`. */
export function signedNotice(masterKey: SigningKey, notice: SandboxNotice, now: Date) {
  const body = JSON.stringify(notice);
  const timestamp = String(now.getTime());
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'sandbox-timestamp': timestamp,
      'sandbox-signature': signature(masterKey, timestamp, Buffer.from(body, 'utf8')),
    },
  };
}

/** @throws PayProviderFailed FORGED */
export function readNotice(masterKey: SigningKey, received: ReceivedNotification): PaymentNotification {
  const { 'sandbox-timestamp': timestamp, 'sandbox-signature': given } = received.headers;
  if (typeof timestamp !== 'string' || !/^\d{1,16}$/.test(timestamp) || typeof given !== 'string') {
    throw new PayProviderFailed('FORGED', 'it is not signed');
  }
  if (!sameSecret(given, signature(masterKey, timestamp, received.body))) {
    throw new PayProviderFailed('FORGED', 'the signature was not made by this service');
  }
  if (Math.abs(received.now.getTime() - Number(timestamp)) > TOLERANCE_MS) {
    throw new PayProviderFailed('FORGED', 'it is too old');
  }
  // Only the sandbox itself can sign it, and it sends nothing else.
  const notice: SandboxNotice = JSON.parse(Buffer.from(received.body).toString('utf8'));
  const { businessOrderNo, providerOrderNo, amount: amountFen } = notice;
  return {
    kind: 'payment',
    businessOrderNo,
    outcome:
      notice.result === 'success'
        ? { state: 'succeeded', amountFen, providerOrderNo, time: new Date(Number(timestamp)) }
        : { state: 'failed' },
  };
}
