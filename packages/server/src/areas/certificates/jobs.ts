/** Renews certificates of other authorities before their end, and tells administrators where nobody does. */
import { rights } from '@cinnabar/api/permissions.js';
import { corpId as corpIdField } from '@cinnabar/api/schemas/fields.js';
import { parseCertificate } from '@cinnabar/pki/certificates/parsed-certificate.js';
import type { CertificateRecord } from '../../authority/certificate-store.js';
import { otherName } from '../../authority/external/check-chain.js';
import { isTooSoon, standingOf } from '../../authority/external/standing.js';
import {
  type CertificateRequestRecord,
  dueRequests,
  externalInUse,
  lastRequestTime,
  noteAttempt,
} from '../../authority/external/store.js';
import type { MessageLog } from '../../database/message-log.js';
import type { Db } from '../../database/schema.js';
import { transact } from '../../database/transact.js';
import { defineJob, type JobDefinition, type Sweep } from '../../jobs/tasks.js';
import type { Services } from '../../operation/services.js';
import type { CertificateSource } from '../../providers/certificates/port.js';
import { type Corp, findCorp } from '../enterprise/index.js';
import { membersWithRoles } from '../members/index.js';
import { notify } from '../notices/index.js';
import { type Attempt, attemptOrder } from './order.js';
import { SOURCE_CHANGED, TOLD_AFTER } from './rules.js';

declare module '../../jobs/tasks.js' {
  interface JobPayloads {
    'certificates.renew': Record<never, never>;
  }
}

/** Who is told of one certificate. */
const MAX_NOTICES = 5;

export const certificateSweeps: readonly Sweep[] = [{ name: 'certificates.renew', everyMinutes: 10 }];

export interface CertificateJobParts {
  readonly db: Db;
  readonly services: Pick<Services, 'authority' | 'signatureTrust' | 'ids' | 'mail' | 'config'>;
  /** That of the settings; null: certificates come by file. */
  readonly source: { readonly name: string; readonly port: CertificateSource } | null;
  /** Counts attempts. */
  readonly count: (result: Attempt['result']) => void;
}

export function certificateJobs(parts: CertificateJobParts, log: MessageLog): readonly JobDefinition[] {
  const { db, source } = parts;
  return [
    defineJob('certificates.renew', async (_payload, { now, signal }) => {
      for (const record of await externalInUse(db)) {
        signal.throwIfAborted();
        await lookAfter(parts, record, now);
      }
      for (const request of await dueRequests(db, now)) {
        signal.throwIfAborted();
        if (request.source === source?.name)
          await orderDue(parts, { source: source.port, request, now, log });
        else await noteOtherSource(parts, request, now);
      }
    }),
  ];
}

/** Asks for the next one where the authority can be asked; tells of the others. */
async function lookAfter(parts: CertificateJobParts, record: CertificateRecord, now: Date): Promise<void> {
  const standing = standingOf(record, now);
  if (standing === 'valid' || standing === 'revoked') return;
  const { db, source, services } = parts;
  const corp = await corpNumbered(db, record.corp_id);
  if (corp === null) return;
  const what = standing === 'ended' ? 'ended' : 'due';
  if (source === null || source.name !== record.source) {
    await tell(parts, { corp, record, what, key: `${record.serial_number}-${what}`, now });
    return;
  }
  if (isTooSoon(record, await lastRequestTime(db, record.corp_id), now)) return;
  const isSame = otherName(parseCertificate(record.certificate), corp) === null;
  await services.authority.requestExternal(
    {
      ...{ corp, algorithm: record.algorithm, source: source.name, now },
      ...(isSame ? { renews: record } : {}),
    },
    (keep) => transact(db, keep),
  );
  if (standing === 'ended')
    await tell(parts, { corp, record, what, key: `${record.serial_number}-${what}`, now });
}

/**
 * Nobody asks the authority any more: administrators are told once. The request stays, because a setting may be changed
 * by mistake: it is asked for again where that authority is named again, and its chain can be imported.
 */
async function noteOtherSource(
  parts: CertificateJobParts,
  request: CertificateRequestRecord,
  now: Date,
): Promise<void> {
  if (request.problem === SOURCE_CHANGED) return;
  const { accepted_at, next_attempt_at, attempts } = request;
  const noted = { accepted_at, next_attempt_at, attempts, problem: SOURCE_CHANGED };
  await noteAttempt(parts.db, request.request_id, noted);
  const corp = await corpNumbered(parts.db, request.corp_id);
  if (corp === null) return;
  const [record] = await externalInUse(parts.db, corp.corpId);
  await tell(parts, { corp, record, what: 'failed', key: `${request.request_id}-moved`, now });
}

async function orderDue(
  parts: CertificateJobParts,
  {
    source,
    request,
    now,
    log,
  }: {
    readonly source: CertificateSource;
    readonly request: CertificateRequestRecord;
    readonly now: Date;
    readonly log: MessageLog;
  },
): Promise<void> {
  const { db, services, count } = parts;
  const corp = await corpNumbered(db, request.corp_id);
  if (corp === null) return;
  const { result, failure } = await attemptOrder({ db, services, source }, { request, corp, now });
  count(result);
  if (failure === null) return;
  log.error(`certificate of enterprise ${corp.corpId}: ${failure}`);
  if (result === 'unavailable' && request.attempts + 1 < TOLD_AFTER) return;
  const [record] = await externalInUse(db, corp.corpId);
  await tell(parts, { corp, record, what: 'failed', key: `${request.request_id}-failed`, now });
}

/** Once per key. */
async function tell(
  { db, services }: Pick<CertificateJobParts, 'db' | 'services'>,
  {
    corp: { corpId, corpName },
    record,
    what,
    key,
    now,
  }: {
    readonly corp: Corp;
    readonly record: CertificateRecord | undefined;
    readonly what: 'due' | 'failed' | 'ended';
    readonly key: string;
    readonly now: Date;
  },
): Promise<void> {
  const deadline = record === undefined ? '' : dayOf(record.not_after, services.config.timeZone);
  await transact(db, async (tx) => {
    const administrators = await membersWithRoles(tx, corpId, rights.manageEnterprise);
    for (const { userId, mobile } of administrators.slice(0, MAX_NOTICES)) {
      await notify(tx, services, {
        said: { kind: 'certificateDue', facts: { corpName, what, deadline } },
        to: { userId, mobile, corpIds: [corpId] },
        idempotencyKey: `certificate-${corpId}-${key}-${userId}`,
        now,
      });
    }
  });
}

async function corpNumbered(db: Db, number: number): Promise<Corp | null> {
  return findCorp(db, corpIdField.read(number, 'corpId', { zone: 'UTC' }));
}

function dayOf(time: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(time);
}
