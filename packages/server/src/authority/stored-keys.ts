/** Which keys there are, where they lie, and which certificates they belong to. */
import { sql } from 'kysely';
import { PLATFORM } from '../custody/envelope.js';
import type { KeyAlgorithm, KeyUse } from '../custody/key-store.js';
import type { KeyPlace } from '../custody/outside-key-store.js';
import type { Db } from '../database/schema.js';
import type { CertificatePurpose, CertificateRecord } from './certificate-store.js';

const USES: Readonly<Record<CertificatePurpose, KeyUse>> = {
  root: 'authority',
  issuing: 'authority',
  enterprise: 'enterprise',
  timestamp: 'service',
  ocsp: 'service',
  evidence: 'service',
  'seal-maker': 'service',
};

export function useOf(purpose: CertificatePurpose): KeyUse {
  return USES[purpose];
}

function purposesOf(use: KeyUse): readonly CertificatePurpose[] {
  const purposes: readonly CertificatePurpose[] = [
    ...(['root', 'issuing', 'enterprise', 'timestamp', 'ocsp', 'evidence', 'seal-maker'] as const),
  ];
  return purposes.filter((purpose) => USES[purpose] === use);
}

interface StoredKeyInfo {
  readonly corpId: number;
  readonly purpose: CertificatePurpose;
  readonly generation: number;
  readonly place: KeyPlace;
  readonly algorithm: KeyAlgorithm;
  readonly notAfter: Date;
  /** Whether there is no later generation with that algorithm. */
  readonly isNewest: boolean;
}

/** Keys of certificates whose key still exists, of the platform or of one enterprise, in the order of generations. */
export async function listStoredKeys(db: Db, corpId: number): Promise<readonly StoredKeyInfo[]> {
  const rows = await db
    .selectFrom('certificates as c')
    .innerJoin('signing_keys as k', (join) =>
      join.onRef('k.corp_id', '=', 'c.corp_id').onRef('k.key_id', '=', 'c.key_id'),
    )
    .select(['c.corp_id', 'c.purpose', 'c.generation', 'c.not_after', 'k.place', 'k.algorithm'])
    .where('c.corp_id', '=', corpId)
    .where('c.key_destroyed_at', 'is', null)
    .orderBy('c.purpose')
    .orderBy('c.generation')
    .execute();
  return rows.map(({ corp_id, purpose, generation, not_after: notAfter, place, algorithm }) => ({
    ...{ corpId: corp_id, purpose, generation, place, algorithm, notAfter },
    isNewest: !rows.some(
      (each) => each.purpose === purpose && each.algorithm === algorithm && each.generation > generation,
    ),
  }));
}

interface EnterpriseKeys {
  readonly place: KeyPlace;
  readonly algorithm: KeyAlgorithm;
  /** Enterprises whose newest key is one of these. */
  readonly enterprises: number;
  /** Of earlier certificates, and of those that have ended. */
  readonly earlier: number;
  /** When the first of the newest certificates ends. */
  readonly soonest: Date | null;
}

export async function countEnterpriseKeys(db: Db): Promise<readonly EnterpriseKeys[]> {
  const { rows } = await sql<EnterpriseKeys>`
    select k.place, k.algorithm,
        count(*) filter (where c.newest)::integer as enterprises,
        count(*) filter (where not c.newest)::integer as earlier,
        min(c.not_after) filter (where c.newest) as soonest
      from (
        select *, generation = max(generation) over (partition by corp_id, algorithm) as newest
          from certificates where purpose = 'enterprise'
      ) c
      join signing_keys k using (corp_id, key_id)
      where c.key_destroyed_at is null
      group by k.place, k.algorithm
      order by k.place, k.algorithm
  `.execute(db);
  return rows;
}

/** Keys that belong to no certificate: of a process that was killed while it made one. By place. */
export async function countLooseKeys(db: Db): Promise<ReadonlyMap<KeyPlace, number>> {
  const { rows } = await sql<{ readonly place: KeyPlace; readonly count: number }>`
    select k.place, count(*)::integer as count
      from signing_keys k left join certificates c using (corp_id, key_id)
      where c.key_id is null and (k.reference is not null or k.encrypted_private_key is not null)
      group by k.place order by k.place
  `.execute(db);
  return new Map(rows.map(({ place, count }) => [place, count]));
}

export interface PlacedCertificate {
  readonly record: CertificateRecord;
  readonly place: KeyPlace;
}

/**
 * The newest certificates of a use and algorithm that this service issued and that are in force, with the place of their
 * keys. A responder's certificate counts for each issuing certificate. What has ended or was revoked gets a new key at
 * its next use.
 * @param corpId of one enterprise; null: of all
 */
export async function newestPlaced(
  db: Db,
  use: KeyUse,
  now: Date,
  corpId: number | null = null,
): Promise<readonly PlacedCertificate[]> {
  const newest = db
    .selectFrom('certificates')
    .selectAll()
    .distinctOn([
      'corp_id',
      'purpose',
      'algorithm',
      sql`case when purpose = 'ocsp' then issuer_generation end`,
    ])
    .where('purpose', 'in', purposesOf(use))
    .where('source', '=', 'built-in')
    .$if(corpId !== null, (query) => query.where('corp_id', '=', corpId ?? PLATFORM))
    .orderBy('corp_id')
    .orderBy('purpose')
    .orderBy('algorithm')
    .orderBy(sql`case when purpose = 'ocsp' then issuer_generation end`)
    .orderBy('generation', 'desc');
  const rows = await db
    .selectFrom(newest.as('c'))
    .innerJoin('signing_keys as k', (join) =>
      join.onRef('k.corp_id', '=', 'c.corp_id').onRef('k.key_id', '=', 'c.key_id'),
    )
    .selectAll('c')
    .select('k.place')
    .where('c.revoked_at', 'is', null)
    .where('c.key_destroyed_at', 'is', null)
    .where('c.not_after', '>', now)
    .orderBy('c.corp_id')
    .orderBy('c.generation')
    .execute();
  return rows.map(({ place, ...record }) => ({ record, place }));
}
