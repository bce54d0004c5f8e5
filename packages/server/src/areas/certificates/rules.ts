/** What a certificate and a request for one are worth, and when an authority is asked again. Pure. */
import type { requestStates } from '@cinnabar/api/schemas/certificate.js';
import type { SignerAlgorithm } from '../../authority/certificate-authority.js';
import type { CertificateRequestRecord } from '../../authority/external/store.js';
import type { Words } from '../../operation/refusal.js';
import type { ProviderOutage } from '../../providers/certificates/port.js';
import { type Corp, suiteAlgorithms } from '../enterprise/index.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const FIRST_PAUSE = 10 * MINUTE;
const SHORTEST_WAIT = MINUTE;
const LONGEST_WAIT = DAY / 4;
/** After this time a pending request is somebody's business. */
const PENDING_DAYS = 14;
/** Failures in a row after which administrators are told; a refusal is told at once. */
export const TOLD_AFTER = 5;

/** What is recorded of a request that the authority has kept pending for very long. */
export const PENDING_LONG = 'PENDING_LONG';

/** What is recorded of a refusal, before the authority's own code. */
export const REFUSED = 'REFUSED ';

/** What is recorded of an authority that could not be asked. */
const OUTAGES: readonly Uppercase<ProviderOutage['cause']>[] = [
  'UNREACHABLE',
  'TIMEOUT',
  'GARBLED',
  'FAILING',
  'SUSPENDED',
];

/** After the n-th failure in a row: ten minutes, doubled each time, up to a day. */
export function afterFailure(attempts: number, now: Date): Date {
  const pause = Math.min(DAY, FIRST_PAUSE * 2 ** Math.min(attempts - 1, 20));
  return new Date(now.getTime() + pause);
}

/** When a pending request is asked for again, and whether it has been pending too long. */
export function afterPending(
  { acceptedAt, retryAfterSeconds }: { readonly acceptedAt: Date; readonly retryAfterSeconds: number },
  now: Date,
): { readonly nextAt: Date; readonly isLong: boolean } {
  const isLong = now.getTime() - acceptedAt.getTime() > PENDING_DAYS * DAY;
  const asked = Math.min(Math.max(retryAfterSeconds * 1000, SHORTEST_WAIT), LONGEST_WAIT);
  return { nextAt: new Date(now.getTime() + (isLong ? DAY : asked)), isLong };
}

/** The source of requests that are handed over as files. */
export const BY_FILE = 'file';

/** What is recorded of a request whose authority the settings no longer name: nobody asks it any more. */
export const SOURCE_CHANGED = 'SOURCE_CHANGED';

/** The authority over the network that the settings name. */
export function sourceOf({
  providers,
}: {
  readonly providers: { readonly CERTIFICATE_SOURCE: readonly string[] };
}): string | null {
  return providers.CERTIFICATE_SOURCE[0] ?? null;
}

/** A certificate is revoked, or valid until its end, which is included (RFC 5280, 4.1.2.5). */
export function statusOf(
  certificate: { readonly not_after: Date; readonly revoked_at: Date | null },
  now: Date,
): 'valid' | 'expired' | 'revoked' {
  if (certificate.revoked_at !== null) return 'revoked';
  return now > certificate.not_after ? 'expired' : 'valid';
}

/** How the certificate in use is replaced. @param inUse source of one of another authority */
export function renewalBy(inUse: string | null, source: string | null): 'builtIn' | 'network' | 'manual' {
  if (inUse === null) return 'builtIn';
  return inUse === source ? 'network' : 'manual';
}

export const OTHERS_SIGN_NO_SM2: Words = {
  zh: '该企业以 SM2 签署，只能使用本服务签发的证书',
  en: 'it signs with SM2, for which this service issues the certificates',
};

/**
 * The algorithm of a requested key unless the request names another. It follows the suite of the enterprise, as the
 * certificates of the service do. null: the enterprise signs with SM2, and can request none.
 */
export function defaultAlgorithm(
  corp: Pick<Corp, 'settings'>,
  ofPlatform: SignerAlgorithm,
): Exclude<SignerAlgorithm, 'SM2'> | null {
  const { shown } = suiteAlgorithms(corp, ofPlatform);
  return shown === 'SM2' ? null : shown;
}

/** How an enterprise can request a certificate, the usual way first. */
export function waysOf(
  corp: Pick<Corp, 'settings'>,
  ofPlatform: SignerAlgorithm,
  source: string | null,
): readonly ('file' | 'network')[] {
  if (defaultAlgorithm(corp, ofPlatform) === null) return [];
  return source === null ? ['file'] : ['network', 'file'];
}

/** What is to be told of a pending request. @param source the authority that the settings name */
export function requestState(
  request: Pick<CertificateRequestRecord, 'source' | 'accepted_at' | 'problem'>,
  source: string | null,
): (typeof requestStates)[number] {
  if (request.source === BY_FILE) return 'chainAwaited';
  if (request.source !== source) return 'sourceChanged';
  const { problem } = request;
  if (problem === null || problem === SOURCE_CHANGED)
    return request.accepted_at === null ? 'queued' : 'pending';
  if (problem === PENDING_LONG) return 'pendingLong';
  if (problem.startsWith(REFUSED)) return 'refused';
  return OUTAGES.some((each) => each === problem) ? 'unavailable' : 'unusable';
}
