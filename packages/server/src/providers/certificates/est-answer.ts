/** Answers of EST (RFC 7030, with the base64 of RFC 8951). Pure. */
import type { HttpAnswer } from '../kit/http-exchange.js';
import { GarbledAnswer, ProviderRefused } from '../kit/provider-failure.js';
import { type CertificateAnswer, DEFAULT_RETRY_SECONDS } from './port.js';

/** No answer means that long; the asker decides when it stops waiting. */
const MAX_RETRY_SECONDS = 7 * 24 * 3600;

/** What an authority answers to `simpleenroll` and `simplereenroll`. @throws ProviderRefused, GarbledAnswer */
export function readEnrolment(answer: HttpAnswer, op: string, now: Date): CertificateAnswer {
  if (answer.status === 202) return { state: 'pending', retryAfterSeconds: retryAfter(answer, now) };
  return { state: 'issued', files: [readCertsOnly(answer, op)] };
}

/** The PKCS #7 of an answer with certificates, DER. @throws ProviderRefused, GarbledAnswer */
export function readCertsOnly(answer: HttpAnswer, op: string): Uint8Array {
  const { status } = answer;
  if (status === 401 || status === 403) throw new ProviderRefused(String(status), op, 'access');
  if (status >= 400) throw new ProviderRefused(String(status), op);
  if (status !== 200) throw new GarbledAnswer('not a status of EST');
  requireCertsOnly(answer);
  return bytesOf(answer.body);
}

function requireCertsOnly({ headers }: HttpAnswer): void {
  const given = headers['content-type'];
  const [type, ...parameters] = (typeof given === 'string' ? given : '')
    .split(';')
    .map((each) => each.trim());
  if (type?.toLowerCase() !== 'application/pkcs7-mime')
    throw new GarbledAnswer('the content type is not application/pkcs7-mime');
  const kind = parameters.find((each) => /^smime-type=/i.test(each));
  if (kind !== undefined && !/^smime-type="?certs-only"?$/i.test(kind))
    throw new GarbledAnswer('the content type is not that of certificates only');
}

/** Base64, whatever the transfer encoding says (RFC 8951, section 3.1). */
function bytesOf(body: Uint8Array): Uint8Array {
  const text = Buffer.from(body).toString('latin1').replace(/\s+/g, '');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text) || text.length % 4 !== 0) throw new GarbledAnswer('not base64');
  return Buffer.from(text, 'base64');
}

/** Seconds, or a date. */
function retryAfter({ headers }: HttpAnswer, now: Date): number {
  const given = headers['retry-after'];
  if (typeof given !== 'string') return DEFAULT_RETRY_SECONDS;
  const seconds = /^\d{1,9}$/.test(given) ? Number(given) : (Date.parse(given) - now.getTime()) / 1000;
  if (Number.isNaN(seconds)) throw new GarbledAnswer('Retry-After is no time');
  return Math.min(Math.max(Math.ceil(seconds), 0), MAX_RETRY_SECONDS);
}
