/** Asks the authority of the settings for the certificate of a pending request, and takes it into use. */
import { readCommonName } from '@cinnabar/pki/certificates/distinguished-name.js';
import { parseCertificate } from '@cinnabar/pki/certificates/parsed-certificate.js';
import { importCertificate } from '../../authority/external/external-certificates.js';
import { ExternalCertificateError } from '../../authority/external/external-problem.js';
import { readChain } from '../../authority/external/read-chain.js';
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
import { afterFailure, afterPending, PENDING_LONG } from './rules.js';

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
    await takeIntoUse({ db, services }, { corp, answer, now });
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
async function takeIntoUse(
  { db, services: { authority, signatureTrust } }: Pick<Ordering, 'db' | 'services'>,
  {
    corp,
    answer,
    now,
  }: { readonly corp: Corp; readonly answer: CertificateAnswer & { state: 'issued' }; readonly now: Date },
): Promise<void> {
  const certificates = answer.files.flatMap((file) => readChain(file));
  const trusted = [...signatureTrust, ...(await authority.externalRoots())];
  const anchors = trusted.map((each) => parseCertificate(each));
  await transact(db, async (tx) => {
    const { certificate } = await importCertificate(tx, {
      corp,
      certificates,
      anchors,
      acceptName: false,
      now,
    });
    await recordAct(
      tx,
      {
        ...{ corpId: corp.corpId, userId: null, appId: null, act: 'certificate.import' },
        after: {
          serialNumber: certificate.serialNumber.toString(16),
          issuer: readCommonName(certificate.issuer),
        },
      },
      { now, address: null, device: null, requestId: null, source: 'platform' },
    );
  });
}

/** @throws what is no failure of the authority */
function failureOf(error: unknown): Attempt {
  if (error instanceof ExternalCertificateError) return { result: 'invalid', failure: error.reason };
  if (error instanceof ProviderRefused) return { result: 'refused', failure: `REFUSED ${error.code}` };
  if (error instanceof ProviderOutage) return { result: 'unavailable', failure: error.cause.toUpperCase() };
  throw error;
}
