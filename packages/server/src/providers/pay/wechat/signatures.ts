/** Signatures of WeChat Pay API v3: WECHATPAY2-SHA256-RSA2048, over the exact bytes that are sent. */
import { createDecipheriv, createSign, createVerify, type KeyObject } from 'node:crypto';
import { PayProviderFailed } from '../port.js';

export interface SignedRequest {
  readonly method: 'GET' | 'POST';
  /** Path with the query, as it is sent. */
  readonly target: string;
  /** Empty for GET. */
  readonly body: string;
}

export interface RequestSigner {
  readonly merchantNo: string;
  readonly certificateSerial: string;
  readonly privateKey: KeyObject;
}

const lines = (...parts: readonly string[]): string => parts.map((part) => `${part}\n`).join('');

export function signText(key: KeyObject, text: string): string {
  return createSign('RSA-SHA256').update(text, 'utf8').sign(key, 'base64');
}

/** The header Authorization. */
export function authorization(
  { merchantNo, certificateSerial, privateKey }: RequestSigner,
  { method, target, body }: SignedRequest,
  { now, nonce }: { readonly now: Date; readonly nonce: string },
): string {
  const timestamp = secondsOf(now);
  const signature = signText(privateKey, lines(method, target, timestamp, nonce, body));
  const fields = {
    mchid: merchantNo,
    nonce_str: nonce,
    signature,
    timestamp,
    serial_no: certificateSerial,
  };
  const stated = Object.entries(fields).map(([name, value]) => `${name}="${value}"`);
  return `WECHATPAY2-SHA256-RSA2048 ${stated.join(',')}`;
}

export function secondsOf(time: Date): string {
  return String(Math.floor(time.getTime() / 1000));
}

/** Text that the app's own signature covers when it calls up the payment. */
export function callUpText(appId: string, timestamp: string, nonce: string, prepay: string): string {
  return lines(appId, timestamp, nonce, prepay);
}

/** The signature of an answer or a notification. */
export interface Stamp {
  readonly serial: string;
  readonly signature: string;
  readonly timestamp: string;
  readonly nonce: string;
}

/** @throws PayProviderFailed FORGED */
export function stampOf(header: (name: string) => string | null): Stamp {
  const serial = header('wechatpay-serial');
  const signature = header('wechatpay-signature');
  const timestamp = header('wechatpay-timestamp');
  const nonce = header('wechatpay-nonce');
  if (serial === null || signature === null || timestamp === null || nonce === null) {
    throw new PayProviderFailed('FORGED', 'it is not signed');
  }
  return { serial, signature, timestamp, nonce };
}

/** Maximum difference between the signature's time and ours; an older one may be a replay. */
const TOLERANCE_SECONDS = 300;

/** @throws PayProviderFailed FORGED, also for the wrong signatures that WeChat Pay sends on purpose */
export function requireGenuine(stamp: Stamp, body: Uint8Array, key: KeyObject, now: Date): void {
  const { signature, timestamp, nonce } = stamp;
  if (!/^\d{1,12}$/.test(timestamp)) throw new PayProviderFailed('FORGED', 'its time is none');
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > TOLERANCE_SECONDS) {
    throw new PayProviderFailed('FORGED', 'its signature has expired');
  }
  const verifier = createVerify('RSA-SHA256').update(`${timestamp}\n${nonce}\n`, 'utf8').update(body);
  if (!verifier.update('\n').verify(key, signature, 'base64')) {
    throw new PayProviderFailed('FORGED', 'its signature is not that of WeChat Pay');
  }
}

const TAG_BYTES = 16;

export interface SealedResource {
  readonly ciphertext: string;
  readonly nonce: string;
  readonly associatedData: string;
}

/** AEAD_AES_256_GCM under the APIv3 key. @throws PayProviderFailed FORGED */
export function openResource(
  apiV3Key: string,
  { ciphertext, nonce, associatedData }: SealedResource,
): string {
  const bytes = Buffer.from(ciphertext, 'base64');
  try {
    const cipher = createDecipheriv(
      'aes-256-gcm',
      Buffer.from(apiV3Key, 'utf8'),
      Buffer.from(nonce, 'utf8'),
      {
        authTagLength: TAG_BYTES,
      },
    );
    cipher.setAAD(Buffer.from(associatedData, 'utf8'));
    cipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    const plain = Buffer.concat([cipher.update(bytes.subarray(0, -TAG_BYTES)), cipher.final()]);
    return plain.toString('utf8');
  } catch {
    throw new PayProviderFailed('FORGED', 'it is not encrypted with the APIv3 key of the channel');
  }
}
