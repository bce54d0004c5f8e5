import type { RevokedCertificate } from '@cinnabar/pki/revocation/revocation-list.js';
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Db } from '../database/schema.js';
import type { RevocationListsTable } from '../database/tables/authority.js';
import type { AuthorityPurpose } from './authority-certificates.js';
import type { CertificateRecord } from './certificate-store.js';

export type RevocationListRecord = Selectable<RevocationListsTable>;

/** Certificates issued by an authority's certificate: by a root the issuing certificates, by those all others. */
const ISSUED = Object.freeze({
  root: ['issuing'],
  issuing: ['enterprise', 'timestamp', 'ocsp', 'evidence', 'seal-maker'],
} as const);

/** All certificates of that issuer ever revoked, in the order of revocation. */
export async function revokedBelow(
  db: Db,
  purpose: AuthorityPurpose,
  generation: number,
): Promise<readonly RevokedCertificate[]> {
  const rows = await db
    .selectFrom('certificates')
    .select(['serial_number', 'revoked_at', 'revocation_reason'])
    .where('purpose', 'in', ISSUED[purpose])
    .where('issuer_generation', '=', generation)
    .where('revoked_at', 'is not', null)
    .unionAll(
      actCertificatesBelow(db, purpose, generation).select([
        'serial_number',
        'revoked_at',
        'revocation_reason',
      ]),
    )
    .orderBy('revoked_at')
    .orderBy('serial_number')
    .execute();
  return rows.flatMap(({ serial_number, revoked_at, revocation_reason }) =>
    revoked_at === null
      ? []
      : [{ serialNumber: serial_number, revokedAt: revoked_at, reason: revocation_reason ?? 0 }],
  );
}

export async function countRevokedBelow(
  db: Db,
  purpose: AuthorityPurpose,
  generation: number,
): Promise<number> {
  const kept = await db
    .selectFrom('certificates')
    .select(({ fn }) => fn.countAll<string>().as('revoked'))
    .where('purpose', 'in', ISSUED[purpose])
    .where('issuer_generation', '=', generation)
    .where('revoked_at', 'is not', null)
    .executeTakeFirstOrThrow();
  const ofActs = await actCertificatesBelow(db, purpose, generation)
    .select(({ fn }) => fn.countAll<string>().as('revoked'))
    .executeTakeFirstOrThrow();
  return Number(kept.revoked) + Number(ofActs.revoked);
}

/**
 * Revoked certificates of persons that this issuer may have issued. If the validity of two issuers overlapped, both
 * list the serial number, which is unique.
 */
function actCertificatesBelow(db: Db, purpose: AuthorityPurpose, generation: number) {
  return db
    .selectFrom('revoked_act_certificates')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('certificates')
          .select('certificates.generation')
          .where('certificates.purpose', '=', 'issuing')
          .where('certificates.purpose', '=', purpose)
          .where('certificates.generation', '=', generation)
          .whereRef('certificates.not_before', '<=', 'revoked_act_certificates.signed_at')
          .whereRef('certificates.not_after', '>=', 'revoked_act_certificates.signed_at'),
      ),
    );
}

/**
 * Those of this service are unique; other authorities number theirs as they like.
 * @param corpId null: of whomever
 */
export async function findBySerialNumber(
  db: Db,
  serialNumber: string,
  corpId: number | null,
): Promise<readonly CertificateRecord[]> {
  return db
    .selectFrom('certificates')
    .selectAll()
    .where('serial_number', '=', serialNumber)
    .$if(corpId !== null, (query) => query.where('corp_id', '=', corpId ?? 0))
    .limit(2)
    .execute();
}

/** What this service issued under that number; those of other authorities are not its to answer for. */
export async function findIssued(db: Db, serialNumber: string): Promise<CertificateRecord | undefined> {
  return db
    .selectFrom('certificates')
    .selectAll()
    .where('serial_number', '=', serialNumber)
    .where('source', '=', 'built-in')
    .executeTakeFirst();
}

/** False if it was revoked before: the first revocation counts. */
export async function markRevoked(
  db: Db,
  certificate: CertificateRecord,
  reason: number,
  now: Date,
): Promise<boolean> {
  const result = await db
    .updateTable('certificates')
    .set({ revoked_at: now, revocation_reason: reason })
    .where('corp_id', '=', certificate.corp_id)
    .where('serial_number', '=', certificate.serial_number)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Time and reason of the revocation of a person's certificate; null if it was not revoked. */
export async function findRevokedActCertificate(
  db: Db,
  serialNumber: string,
): Promise<RevokedCertificate | null> {
  const row = await db
    .selectFrom('revoked_act_certificates')
    .select(['revoked_at', 'revocation_reason'])
    .where('serial_number', '=', serialNumber)
    .executeTakeFirst();
  return row === undefined
    ? null
    : { serialNumber, revokedAt: row.revoked_at, reason: row.revocation_reason };
}

/** False if it was revoked before: the first revocation counts. */
export async function insertRevokedActCertificate(
  db: Db,
  { serialNumber, revokedAt, reason }: RevokedCertificate,
  signedAt: Date,
): Promise<boolean> {
  const result = await db
    .insertInto('revoked_act_certificates')
    .values({
      serial_number: serialNumber,
      signed_at: signedAt,
      revoked_at: revokedAt,
      revocation_reason: reason,
    })
    .onConflict((conflict) => conflict.column('serial_number').doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** The last list of every issuer, DER; issuers without a list are omitted. */
export async function storedRevocationLists(db: Db): Promise<readonly Uint8Array[]> {
  const rows = await db.selectFrom('revocation_lists').select('crl').execute();
  return rows.map(({ crl }) => crl);
}

export async function findRevocationList(
  db: Db,
  purpose: AuthorityPurpose,
  generation: number,
): Promise<RevocationListRecord | null> {
  const row = await db
    .selectFrom('revocation_lists')
    .selectAll()
    .where('purpose', '=', purpose)
    .where('generation', '=', generation)
    .executeTakeFirst();
  return row ?? null;
}

/** False if another process has published a list of that number: its list counts then. */
export async function putRevocationList(db: Db, list: RevocationListRecord): Promise<boolean> {
  const { number, this_update, next_update, entries, crl } = list;
  const result = await db
    .insertInto('revocation_lists')
    .values(list)
    .onConflict((conflict) =>
      conflict
        .columns(['purpose', 'generation'])
        .doUpdateSet({ number, this_update, next_update, entries, crl })
        .where('revocation_lists.number', '=', sql<number>`${number - 1}`),
    )
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}
