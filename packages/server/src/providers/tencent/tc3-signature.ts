import { createHash, createHmac } from 'node:crypto';

/** Credentials of Tencent Cloud's API. */
export interface TencentKey {
  readonly secretId: string;
  readonly secretKey: string;
}

export interface Tc3Request {
  /** The product, such as `sms`. */
  readonly service: string;
  /** Without a port. */
  readonly host: string;
  readonly contentType: string;
  /** As it is sent. */
  readonly body: string;
  readonly time: Date;
}

/** The header Authorization of a request to Tencent Cloud: TC3-HMAC-SHA256, signing content type, host and body. */
export function tc3Authorization({ secretId, secretKey }: TencentKey, request: Tc3Request): string {
  const { service, host, contentType, body, time } = request;
  const date = time.toISOString().slice(0, 10);
  const scope = `${date}/${service}/tc3_request`;
  const canonical = ['POST', '/', '', `content-type:${contentType}\nhost:${host}\n`, SIGNED, sha256(body)];
  const toSign = ['TC3-HMAC-SHA256', timestampOf(time), scope, sha256(canonical.join('\n'))].join('\n');
  const key = hmac(hmac(hmac(`TC3${secretKey}`, date), service), 'tc3_request');
  const signature = hmac(key, toSign).toString('hex');
  return `TC3-HMAC-SHA256 Credential=${secretId}/${scope}, SignedHeaders=${SIGNED}, Signature=${signature}`;
}

/** Seconds, as in the header X-TC-Timestamp. */
export function timestampOf(time: Date): string {
  return String(Math.floor(time.getTime() / 1000));
}

const SIGNED = 'content-type;host';

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
