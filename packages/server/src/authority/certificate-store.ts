import { type Insertable, type Selectable, type ShallowDehydrateObject, sql } from 'kysely';
import { PLATFORM } from '../custody/envelope.js';
import type { Endings } from '../database/endings.js';
import { fixedQuery, type Value } from '../database/fixed-query.js';
import { bytesFromJson, timeFromJson } from '../database/json.js';
import type { Db } from '../database/schema.js';
import type { CertificatesTable } from '../database/tables/authority.js';

export type CertificateRecord = Selectable<CertificatesTable>;
export type CertificatePurpose = CertificateRecord['purpose'];
export type NewCertificate = Insertable<CertificatesTable>;

export async function newestCertificate(
  db: Db,
  corpId: number,
  purpose: CertificatePurpose,
): Promise<CertificateRecord | undefined> {
  const [newest] = await newestQuery(db, corpId, purpose);
  return newest;
}

const newestQuery = fixedQuery((db, corpId: Value<number>, purpose: Value<CertificatePurpose>) =>
  newestCertificates(db, corpId, purpose),
);

/** The newest certificate for a purpose whose key is of that algorithm. */
export async function newestWithAlgorithm(
  db: Db,
  corpId: number,
  purpose: CertificatePurpose,
  algorithm: CertificateRecord['algorithm'],
): Promise<CertificateRecord | undefined> {
  const [newest] = await newestWithAlgorithmQuery(db, corpId, purpose, algorithm);
  return newest;
}

const newestWithAlgorithmQuery = fixedQuery(
  (
    db,
    corpId: Value<number>,
    purpose: Value<CertificatePurpose>,
    algorithm: Value<CertificateRecord['algorithm']>,
  ) => newestCertificates(db, corpId, purpose).where('algorithm', '=', algorithm),
);

const INTERNATIONAL: readonly CertificateRecord['algorithm'][] = ['P-256', 'RSA-2048', 'RSA-3072'];

/** Whether both are of China's algorithms, or neither is. */
export function isOfKind(
  one: CertificateRecord['algorithm'],
  other: CertificateRecord['algorithm'],
): boolean {
  return INTERNATIONAL.includes(one) === INTERNATIONAL.includes(other);
}

/**
 * The newest certificate of an enterprise that may sign where that algorithm is wanted: the service's own has it, one of
 * another authority has one of the same kind.
 */
export async function newestForSigner(
  db: Db,
  corpId: number,
  algorithm: CertificateRecord['algorithm'],
): Promise<CertificateRecord | undefined> {
  const kind = INTERNATIONAL.includes(algorithm) ? INTERNATIONAL : [algorithm];
  const [newest] = await newestForSignerQuery(db, corpId, algorithm, kind);
  return newest;
}

const newestForSignerQuery = fixedQuery(
  (
    db,
    corpId: Value<number>,
    algorithm: Value<CertificateRecord['algorithm']>,
    kind: Value<readonly CertificateRecord['algorithm'][]>,
  ) =>
    newestCertificates(db, corpId, 'enterprise')
      .where(sql<boolean>`algorithm = any(${kind})`)
      .where((each) => each.or([each('algorithm', '=', algorithm), each('source', '<>', 'built-in')])),
);

/**
 * Generations are numbered through, whatever the algorithms. Asked before the newest certificate of an algorithm, so that
 * one that another process makes meanwhile is either found then or has this number.
 */
export async function nextGeneration(db: Db, corpId: number, purpose: CertificatePurpose): Promise<number> {
  return ((await newestCertificate(db, corpId, purpose))?.generation ?? 0) + 1;
}

/** The newest certificate for a purpose, as a query or a part of one. */
export function newestCertificates(
  db: Db,
  corpId: Value<number>,
  purpose: Value<CertificatePurpose> | CertificatePurpose,
) {
  return db
    .selectFrom('certificates')
    .selectAll()
    .where('corp_id', '=', corpId)
    .where('purpose', '=', purpose)
    .orderBy('generation', 'desc')
    .limit(1);
}

/** A certificate that a query returns as JSON. */
export function certificateFromJson(row: ShallowDehydrateObject<CertificateRecord>): CertificateRecord {
  return {
    ...row,
    subject: bytesFromJson(row.subject),
    certificate: bytesFromJson(row.certificate),
    not_before: timeFromJson(row.not_before),
    not_after: timeFromJson(row.not_after),
    key_destroyed_at: timeFromJson(row.key_destroyed_at),
    revoked_at: timeFromJson(row.revoked_at),
    chain: row.chain === null ? null : bytesFromJson(row.chain),
    withdrawn_at: timeFromJson(row.withdrawn_at),
  };
}

export async function certificateOfGeneration(
  db: Db,
  corpId: number,
  purpose: CertificatePurpose,
  generation: number,
): Promise<CertificateRecord | undefined> {
  return db
    .selectFrom('certificates')
    .selectAll()
    .where('corp_id', '=', corpId)
    .where('purpose', '=', purpose)
    .where('generation', '=', generation)
    .executeTakeFirst();
}

/** The newest certificate for a purpose of the platform, issued by this generation of the issuing certificate. */
export async function newestBelow(
  db: Db,
  purpose: CertificatePurpose,
  issuerGeneration: number,
): Promise<CertificateRecord | undefined> {
  return db
    .selectFrom('certificates')
    .selectAll()
    .where('corp_id', '=', PLATFORM)
    .where('purpose', '=', purpose)
    .where('issuer_generation', '=', issuerGeneration)
    .orderBy('generation', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Every generation, oldest first. */
export async function allCertificates(
  db: Db,
  corpId: number,
  purpose: CertificatePurpose,
): Promise<readonly CertificateRecord[]> {
  return db
    .selectFrom('certificates')
    .selectAll()
    .where('corp_id', '=', corpId)
    .where('purpose', '=', purpose)
    .orderBy('generation')
    .execute();
}

/** False if another process has created that generation: its certificate counts then. */
export async function insertCertificate(db: Db, certificate: NewCertificate): Promise<boolean> {
  const result = await db
    .insertInto('certificates')
    .values(certificate)
    .onConflict((conflict) => conflict.columns(['corp_id', 'purpose', 'generation']).doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/**
 * Certificates of enterprises and services that have expired or were revoked and whose keys still exist, oldest first.
 */
export async function endedWithKey(db: Db, now: Date, limit: number): Promise<readonly CertificateRecord[]> {
  return db
    .selectFrom('certificates')
    .selectAll()
    .where('purpose', 'in', ['enterprise', 'timestamp', 'ocsp', 'evidence', 'seal-maker'])
    .where((is) => is.or([is('not_after', '<', now), is('revoked_at', '<', now)]))
    .where('key_destroyed_at', 'is', null)
    .orderBy('not_after')
    .limit(limit)
    .execute();
}

/**
 * By purpose, the newest certificates that end until then. An enterprise that no longer signs keeps its last certificate
 * for ever, so those that have ended count only where the service itself needs them.
 */
export async function endingCertificates(
  db: Db,
  now: Date,
  until: Date,
): Promise<ReadonlyMap<CertificatePurpose, Endings>> {
  const newest = db
    .selectFrom('certificates')
    .distinctOn(['corp_id', 'purpose'])
    .select(['corp_id', 'purpose', 'not_after', 'revoked_at'])
    .orderBy('corp_id')
    .orderBy('purpose')
    .orderBy('generation', 'desc');
  const rows = await db
    .selectFrom(newest.as('newest'))
    .select(({ fn }) => [
      'purpose',
      fn.countAll<string>().filterWhere('not_after', '<=', until).as('count'),
      fn.min('not_after').as('soonest'),
    ])
    .where('revoked_at', 'is', null)
    .where((is) => is.or([is('corp_id', '=', PLATFORM), is('not_after', '>', now)]))
    .groupBy('purpose')
    .execute();
  return new Map(rows.map(({ purpose, count, soonest }) => [purpose, { count: Number(count), soonest }]));
}

export async function markKeyDestroyed(db: Db, certificate: CertificateRecord, now: Date): Promise<void> {
  await db
    .updateTable('certificates')
    .set({ key_destroyed_at: now })
    .where('corp_id', '=', certificate.corp_id)
    .where('purpose', '=', certificate.purpose)
    .where('generation', '=', certificate.generation)
    .execute();
}
