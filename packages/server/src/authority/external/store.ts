import { createHash } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { Endings } from '../../database/endings.js';
import type { Db } from '../../database/schema.js';
import type { CertificateRequestsTable } from '../../database/tables/authority.js';
import type { CertificateRecord } from '../certificate-store.js';

export type CertificateRequestRecord = Selectable<CertificateRequestsTable>;

/** @param hold until the end of the transaction nobody else ends it */
export async function pendingRequest(
  db: Db,
  corpId: number,
  hold = false,
): Promise<CertificateRequestRecord | null> {
  const query = db
    .selectFrom('certificate_requests')
    .selectAll()
    .where('corp_id', '=', corpId)
    .where('ended_at', 'is', null);
  return (await (hold ? query.forUpdate() : query).executeTakeFirst()) ?? null;
}

/** When the enterprise last asked for one, whatever became of it; null: never. */
export async function lastRequestTime(db: Db, corpId: number): Promise<Date | null> {
  const row = await db
    .selectFrom('certificate_requests')
    .select(({ fn }) => fn.max('created_at').as('last'))
    .where('corp_id', '=', corpId)
    .executeTakeFirst();
  return row?.last ?? null;
}

export async function pendingRequests(db: Db): Promise<readonly CertificateRequestRecord[]> {
  return db
    .selectFrom('certificate_requests')
    .selectAll()
    .where('ended_at', 'is', null)
    .orderBy('created_at')
    .execute();
}

/** Pending requests of enterprises that have been closed. */
export async function requestsOfClosed(db: Db, limit: number): Promise<readonly CertificateRequestRecord[]> {
  return db
    .selectFrom('certificate_requests')
    .selectAll()
    .where('ended_at', 'is', null)
    .where('corp_id', 'in', (query) => query.selectFrom('corp_closures').select('corp_id'))
    .limit(limit)
    .execute();
}

export type NewRequestRecord = Omit<
  CertificateRequestRecord,
  'ended_at' | 'outcome' | 'accepted_at' | 'attempts' | 'problem'
>;

/** null if another one of the enterprise is pending. */
export async function insertRequest(
  db: Db,
  request: NewRequestRecord,
): Promise<CertificateRequestRecord | null> {
  const inserted = await db
    .insertInto('certificate_requests')
    .values({ ...request, ended_at: null, outcome: null, accepted_at: null, attempts: 0, problem: null })
    .onConflict((conflict) => conflict.column('corp_id').where('ended_at', 'is', null).doNothing())
    .returningAll()
    .executeTakeFirst();
  return inserted ?? null;
}

/** Pending requests to authorities over the network whose time has come. */
export async function dueRequests(db: Db, now: Date): Promise<readonly CertificateRequestRecord[]> {
  return db
    .selectFrom('certificate_requests')
    .selectAll()
    .where('ended_at', 'is', null)
    .where('next_attempt_at', '<=', now)
    .orderBy('next_attempt_at')
    .execute();
}

export async function noteAttempt(
  db: Db,
  requestId: string,
  result: Pick<CertificateRequestRecord, 'accepted_at' | 'next_attempt_at' | 'attempts' | 'problem'>,
): Promise<void> {
  await db
    .updateTable('certificate_requests')
    .set(result)
    .where('request_id', '=', requestId)
    .where('ended_at', 'is', null)
    .execute();
}

export async function endRequest(
  db: Db,
  requestId: string,
  outcome: NonNullable<CertificateRequestRecord['outcome']>,
  now: Date,
): Promise<void> {
  await db
    .updateTable('certificate_requests')
    .set({ ended_at: now, outcome })
    .where('request_id', '=', requestId)
    .where('ended_at', 'is', null)
    .execute();
}

/**
 * The newest certificates of other authorities that enterprises use; one of an enterprise. Certificates of SM2, which are
 * the service's own, may be used beside them.
 */
export async function externalInUse(
  db: Db,
  corpId: number | null = null,
): Promise<readonly CertificateRecord[]> {
  const newest = db
    .selectFrom('certificates')
    .selectAll()
    .distinctOn('corp_id')
    .where('purpose', '=', 'enterprise')
    .where('algorithm', '<>', 'SM2')
    .where(({ eb, exists, selectFrom }) =>
      exists(
        selectFrom('certificates as other')
          .select('other.corp_id')
          .whereRef('other.corp_id', '=', eb.ref('certificates.corp_id'))
          .where('other.source', '<>', 'built-in'),
      ),
    )
    .$if(corpId !== null, (query) => query.where('corp_id', '=', corpId ?? 0))
    .orderBy('corp_id')
    .orderBy('generation', 'desc');
  return db
    .selectFrom(newest.as('newest'))
    .selectAll()
    .where('source', '<>', 'built-in')
    .where('withdrawn_at', 'is', null)
    .orderBy('not_after')
    .execute();
}

/** Those that end until then or have ended. */
export async function endingExternals(db: Db, until: Date): Promise<Endings> {
  const inUse = await externalInUse(db);
  const [first] = inUse;
  return {
    count: inUse.filter(({ not_after: end }) => end <= until).length,
    soonest: first?.not_after ?? null,
  };
}

/** @returns whether the enterprise used one */
export async function withdrawExternal(db: Db, corpId: number, now: Date): Promise<boolean> {
  const result = await db
    .updateTable('certificates')
    .set({ withdrawn_at: now })
    .where('corp_id', '=', corpId)
    .where('source', '<>', 'built-in')
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Which of these certificates other authorities issued to enterprises of this service. @param fingerprints SHA-256 */
export async function knownExternals(db: Db, fingerprints: readonly string[]): Promise<ReadonlySet<string>> {
  if (fingerprints.length === 0) return new Set();
  const fingerprint = sql<string>`encode(sha256(certificate), 'hex')`;
  const rows = await db
    .selectFrom('certificates')
    .select(fingerprint.as('fingerprint'))
    .where('source', '<>', 'built-in')
    .where(fingerprint, 'in', fingerprints)
    .execute();
  return new Set(rows.map((row) => row.fingerprint));
}

/** DER. */
export async function externalRoots(db: Db): Promise<readonly Uint8Array[]> {
  const rows = await db.selectFrom('external_roots').select('certificate').orderBy('added_at').execute();
  return rows.map(({ certificate }) => certificate);
}

export async function addExternalRoot(db: Db, certificate: Uint8Array, now: Date): Promise<void> {
  const fingerprint = createHash('sha256').update(certificate).digest('hex');
  await db
    .insertInto('external_roots')
    .values({ fingerprint, certificate, added_at: now })
    .onConflict((conflict) => conflict.column('fingerprint').doNothing())
    .execute();
}
