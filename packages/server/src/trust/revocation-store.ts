import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Db } from '../database/schema.js';
import type { RevocationListsTable } from '../database/tables/trust.js';
import type { AuthorityPurpose } from './authority-certificates.js';
import type { CertificateRecord } from './certificate-store.js';
import type { RevokedCertificate } from './revocation-list.js';

export type RevocationListRecord = Selectable<RevocationListsTable>;

/** What an authority's certificate has issued: a root the issuing certificates, those everything else. */
const ISSUED = Object.freeze({
  root: ['issuing'],
  issuing: ['enterprise', 'timestamp', 'ocsp', 'evidence'],
} as const);

/** Everything of that issuer that was ever revoked, first revoked first. */
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
  const row = await db
    .selectFrom('certificates')
    .select(({ fn }) => fn.countAll<string>().as('revoked'))
    .where('purpose', 'in', ISSUED[purpose])
    .where('issuer_generation', '=', generation)
    .where('revoked_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(row.revoked);
}

export async function findBySerialNumber(db: Db, serialNumber: string): Promise<CertificateRecord | null> {
  const row = await db
    .selectFrom('certificates')
    .selectAll()
    .where('serial_number', '=', serialNumber)
    .executeTakeFirst();
  return row ?? null;
}

/** False where it was revoked before: the first word counts. */
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

/** False where another process has published a list of that number: its list counts then. */
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
