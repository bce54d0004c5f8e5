/** Asks the authority of the settings for the certificate of a pending request, and takes it into use. */
import { ExternalCertificateError } from '../../authority/external/external-problem.js';
import { type CertificateRequestRecord, noteAttempt } from '../../authority/external/store.js';
import type { Db } from '../../database/schema.js';
import { transact } from '../../database/transact.js';
import type { Services } from '../../operation/services.js';
import {
  type CertificateAnswer,
  type CertificateSource,
  ProviderOutage,
  ProviderRefused,
} from '../../providers/certificates/port.js';
import { recordAct } from '../audit/index.js';
import type { Corp } from '../enterprise/index.js';
import { importFacts } from './facts.js';
import { afterFailure, afterPending, PENDING_LONG, REFUSED } from './rules.js';
import { takeIntoUse } from './take-into-use.js';

export interface Ordering {
  readonly db: Db;
  readonly services: Pick<Services, 'authority' | 'signatureTrust' | 'ids' | 'mail' | 'config'>;
  readonly source: CertificateSource;
}

/** How an attempt has ended, as a label of metrics; `failure` is a code without personal data. */
export interface Attempt {
  readonly result: 'issued' | 'pending' | 'refused' | 'invalid' | 'unavailable';
  readonly failure: string | null;
}

/** One attempt. No transaction is open while the authority is asked. */
export async function attemptOrder(
  { db, services, source }: Ordering,
  {
    request,
    corp,
    now,
  }: { readonly request: CertificateRequestRecord; readonly corp: Corp; readonly now: Date },
): Promise<Attempt> {
  try {
    const answer = await source.order({
      kind: 'enterprise',
      reference: request.request_id,
      request: request.request,
      subject: { name: corp.corpName, code: corp.corpCode },
      isRenewal: request.is_renewal,
      isPending: request.accepted_at !== null,
    });
    if (answer.state === 'pending') return await notePending(db, request, answer.retryAfterSeconds, now);
    await takeAnswer({ db, services }, { corp, answer, now });
    return { result: 'issued', failure: null };
  } catch (error) {
    const failed = failureOf(error);
    const attempts = request.attempts + 1;
    await noteAttempt(db, request.request_id, {
      ...{ accepted_at: request.accepted_at, attempts, problem: failed.failure },
      next_attempt_at: afterFailure(attempts, now),
    });
    return failed;
  }
}

async function notePending(
  db: Db,
  request: CertificateRequestRecord,
  retryAfterSeconds: number,
  now: Date,
): Promise<Attempt> {
  const acceptedAt = request.accepted_at ?? now;
  const { nextAt, isLong } = afterPending({ acceptedAt, retryAfterSeconds }, now);
  const failure = isLong ? PENDING_LONG : null;
  const kept = { accepted_at: acceptedAt, attempts: 0, problem: failure };
  await noteAttempt(db, request.request_id, { ...kept, next_attempt_at: nextAt });
  return { result: 'pending', failure };
}

/** @throws ExternalCertificateError; nothing was changed */
async function takeAnswer(
  { db, services: { signatureTrust } }: Pick<Ordering, 'db' | 'services'>,
  {
    corp,
    answer,
    now,
  }: { readonly corp: Corp; readonly answer: CertificateAnswer & { state: 'issued' }; readonly now: Date },
): Promise<void> {
  const { corpId } = corp;
  await takeIntoUse({ db, trusted: signatureTrust }, { corp, files: answer.files, now }, (take) =>
    transact(db, async (tx) => {
      const after = importFacts((await take(tx)).certificate);
      const act = { corpId, userId: null, appId: null, act: 'certificate.import', after } as const;
      const origin = { now, address: null, device: null, requestId: null, source: 'platform' } as const;
      await recordAct(tx, act, origin);
    }),
  );
}

/** @throws what is no failure of the authority */
function failureOf(error: unknown): Attempt {
  if (error instanceof ExternalCertificateError) return { result: 'invalid', failure: error.reason };
  if (error instanceof ProviderRefused) return { result: 'refused', failure: `${REFUSED}${error.code}` };
  if (error instanceof ProviderOutage) return { result: 'unavailable', failure: error.cause.toUpperCase() };
  throw error;
}
