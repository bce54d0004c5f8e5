import { createHash, createHmac } from 'node:crypto';

/** Credentials of Alibaba Cloud's API. */
export interface AliyunKey {
  readonly accessKeyId: string;
  readonly accessKeySecret: string;
}

export interface Acs3Request {
  readonly host: string;
  /** The action, such as `SendSms`, and the version of its API. */
  readonly action: string;
  readonly version: string;
  /** Parameters, all in the query; the body is empty. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly time: Date;
  readonly nonce: string;
}

export interface SignedAcs3Request {
  /** In the canonical form that was signed. */
  readonly query: string;
  /** All signed headers, and Authorization. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Signs a request to Alibaba Cloud with an empty body: ACS3-HMAC-SHA256 over the query and the headers. */
export function signAcs3(
  { accessKeyId, accessKeySecret }: AliyunKey,
  request: Acs3Request,
): SignedAcs3Request {
  const content = sha256('');
  const signed = {
    host: request.host,
    'x-acs-action': request.action,
    'x-acs-content-sha256': content,
    'x-acs-date': request.time.toISOString().replace(/\.\d{3}Z$/, 'Z'),
    'x-acs-signature-nonce': request.nonce,
    'x-acs-version': request.version,
  };
  const names = Object.keys(signed).join(';');
  const lines = Object.entries(signed).map(([name, value]) => `${name}:${value}\n`);
  const query = canonicalQuery(request.parameters);
  const canonical = ['POST', '/', query, lines.join(''), names, content].join('\n');
  const signature = createHmac('sha256', accessKeySecret)
    .update(`ACS3-HMAC-SHA256\n${sha256(canonical)}`)
    .digest('hex');
  const authorization = `ACS3-HMAC-SHA256 Credential=${accessKeyId},SignedHeaders=${names},Signature=${signature}`;
  return { query, headers: { ...signed, authorization } };
}

/** Sorted by name and encoded as RFC 3986 says. */
function canonicalQuery(parameters: Readonly<Record<string, string>>): string {
  return Object.entries(parameters)
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (character) => {
    return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  });
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
