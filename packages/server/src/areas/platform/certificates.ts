/** Certificates of the service and of enterprises, as the platform’s operators see them. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { CertificatePurpose } from '../../authority/certificate-store.js';
import { PLATFORM } from '../../custody/envelope.js';
import type { Db } from '../../database/schema.js';
import type { CorpId } from '../../operation/context.js';

const ENDING_MS = 60 * 24 * 3_600_000;

interface ListedCertificate {
  readonly serialNumber: string;
  readonly purpose: CertificatePurpose;
  /** null: of the service itself. */
  readonly corpId: CorpId | null;
  readonly corpName: string | null;
  readonly notAfter: Date;
  readonly fingerprint: string;
  readonly status: 'valid' | 'expired' | 'revoked';
}

interface CertificateRow extends Omit<ListedCertificate, 'fingerprint'> {
  readonly certificate: Uint8Array;
}

const statusAt = (now: Date) => sql<ListedCertificate['status']>`case
  when certificate.revoked_at is not null then 'revoked'
  when certificate.not_after <= ${now} then 'expired'
  else 'valid'
end`;

/** Those of the service first, then valid ones by their end. */
export async function listCertificates(
  db: Db,
  window: { readonly limit: number; readonly offset: number },
  now: Date,
) {
  const status = statusAt(now);
  const ends = new Date(now.getTime() + ENDING_MS);
  const [{ rows }, counted, revocationLists] = await Promise.all([
    sql<CertificateRow>`
      select certificate.serial_number as "serialNumber", certificate.purpose, corp.corp_id as "corpId",
        corp.corp_name as "corpName", certificate.not_after as "notAfter", certificate.certificate,
        ${status} as status
      from certificates certificate
      left join corps corp on corp.corp_id = certificate.corp_id
      order by certificate.corp_id = ${PLATFORM} desc, ${status} = 'valid' desc, certificate.not_after,
        certificate.serial_number
      limit ${window.limit} offset ${window.offset}
    `.execute(db),
    sql<{ total: number; enterprises: number; ending: number }>`
      select count(*)::integer as total,
        count(*) filter (where purpose = 'enterprise' and ${status} = 'valid')::integer as enterprises,
        count(*) filter (
          where purpose = 'enterprise' and ${status} = 'valid' and not_after <= ${ends}
        )::integer as ending
      from certificates certificate
    `.execute(db),
    db
      .selectFrom('revocation_lists')
      .select(['purpose', 'generation', 'this_update as thisUpdate', 'next_update as nextUpdate', 'entries'])
      .orderBy('purpose', 'desc')
      .orderBy('generation')
      .execute(),
  ]);
  const certificates = rows.map(
    ({ certificate, ...row }): ListedCertificate => ({
      ...row,
      fingerprint: createHash('sha256').update(certificate).digest('hex'),
    }),
  );
  const { total = 0, enterprises = 0, ending = 0 } = counted.rows[0] ?? {};
  return { certificates, totalCount: total, enterprises, ending, revocationLists };
}
