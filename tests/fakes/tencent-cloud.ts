/** Tencent Cloud's API gateway: verifies TC3 signatures as the real one does, and carries out actions. */
import { createHash, createHmac } from 'node:crypto';
import type { FakeAnswer, FakeRequest } from './fake-server.js';

export const TENCENT_KEY = { secretId: 'AKIDfake', secretKey: 'fakeSecretKey' };

/** Parameters of an action. */
export type TencentParameters = Readonly<Record<string, unknown>>;

/** An action returns the members of Response, or throws TencentError. */
export type TencentAction = (parameters: TencentParameters) => Readonly<Record<string, unknown>>;

export class TencentError extends Error {
  constructor(
    readonly code: string,
    message = 'as the fake wants it',
  ) {
    super(message);
  }
}

export interface TencentProductFake {
  readonly service: string;
  readonly version: string;
  readonly actions: Readonly<Record<string, TencentAction>>;
  readonly now?: () => Date;
}

/** Answers like the API of one product. */
export function tencentAnswer(request: FakeRequest, product: TencentProductFake): FakeAnswer {
  try {
    verify(request, product);
    const action = product.actions[String(request.headers['x-tc-action'])];
    if (action === undefined) throw new TencentError('InvalidAction');
    if (request.headers['x-tc-version'] !== product.version) throw new TencentError('NoSuchVersion');
    return answer(action(JSON.parse(request.body.toString('utf8'))));
  } catch (error) {
    if (!(error instanceof TencentError)) throw error;
    return answer({ Error: { Code: error.code, Message: error.message } });
  }
}

function answer(response: Readonly<Record<string, unknown>>): FakeAnswer {
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ Response: { ...response, RequestId: 'a5b41158-eed2-4986-8f8a-4a0e1d2f6c11' } }),
  };
}

const AUTHORIZATION =
  /^TC3-HMAC-SHA256 Credential=([^/]+)\/(\d{4}-\d\d-\d\d)\/([a-z]+)\/tc3_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/;

function verify({ method, headers, body }: FakeRequest, { service, now }: TencentProductFake): void {
  const parts = AUTHORIZATION.exec(headers.authorization ?? '');
  if (method !== 'POST' || parts === null) throw new TencentError('AuthFailure.InvalidAuthorization');
  const [, id = '', date = '', scope = '', signed = '', signature] = parts;
  if (id !== TENCENT_KEY.secretId) throw new TencentError('AuthFailure.SecretIdNotFound');
  const seconds = Number(headers['x-tc-timestamp']);
  const present = (now?.() ?? new Date()).getTime() / 1000;
  if (!Number.isInteger(seconds) || Math.abs(present - seconds) > 300)
    throw new TencentError('AuthFailure.SignatureExpire');
  const names = signed.split(';');
  const isComplete = names.includes('host') && names.includes('content-type');
  const isOfDay = new Date(seconds * 1000).toISOString().startsWith(date);
  // Ports are not signed, because the real service has the default one.
  const signedValue = (name: string): string => {
    const value = String(headers[name] ?? '');
    return name === 'host' ? value.replace(/:\d+$/, '') : value.toLowerCase();
  };
  const lines = names.map((name) => `${name}:${signedValue(name)}\n`).join('');
  const canonical = ['POST', '/', '', lines, signed, sha256(body)].join('\n');
  const toSign = `TC3-HMAC-SHA256\n${seconds}\n${date}/${scope}/tc3_request\n${sha256(canonical)}`;
  const key = hmac(hmac(hmac(`TC3${TENCENT_KEY.secretKey}`, date), scope), 'tc3_request');
  const isRight = hmac(key, toSign).toString('hex') === signature;
  if (!isComplete || !isOfDay || scope !== service || !isRight)
    throw new TencentError('AuthFailure.SignatureFailure');
}

function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
