import type { FlowId } from '@cinnabar/api/schemas/flow.js';
import type { Db } from '../../../../database/schema.js';
import type { UserId } from '../../../../operation/context.js';

/** The certificate of one act of one person. */
export interface ActCertificate {
  readonly serialNumber: string;
  readonly flowId: FlowId;
  readonly userId: UserId;
  readonly signedAt: Date;
  /** null if not revoked. */
  readonly revokedAt: Date | null;
  /** CRLReason (RFC 5280). */
  readonly reason: number | null;
}

/** Certificates with which a person signed in their own name, in the order of the acts. */
export async function actCertificatesOf(db: Db, userId: UserId): Promise<readonly ActCertificate[]> {
  const rows = await selectActCertificates(db).where('part.psn_id', '=', userId).execute();
  return rows.map(actCertificate);
}

/** The act of that certificate; null if no person has signed with it. */
export async function findActCertificate(db: Db, serialNumber: string): Promise<ActCertificate | null> {
  const row = await selectActCertificates(db)
    .where('signed.certificate', '=', serialNumber)
    .executeTakeFirst();
  return row === undefined ? null : actCertificate(row);
}

/** Several signatures of one act share a certificate; an enterprise's certificates are stored elsewhere. */
function selectActCertificates(db: Db) {
  return db
    .selectFrom('flow_signatures as signed')
    .innerJoin('flow_participants as part', (join) =>
      join
        .onRef('part.corp_id', '=', 'signed.corp_id')
        .onRef('part.flow_id', '=', 'signed.flow_id')
        .onRef('part.participant_id', '=', 'signed.participant_id'),
    )
    .leftJoin('revoked_act_certificates as revoked', 'revoked.serial_number', 'signed.certificate')
    .select([
      'signed.certificate',
      'signed.flow_id',
      'part.psn_id',
      'signed.signed_at',
      'revoked.revoked_at',
      'revoked.revocation_reason',
    ])
    .distinct()
    .where('part.type', '=', 'person')
    .orderBy('signed.signed_at')
    .orderBy('signed.certificate');
}

type Row = Awaited<ReturnType<ReturnType<typeof selectActCertificates>['execute']>>[number];

function actCertificate(row: Row): ActCertificate {
  return {
    serialNumber: row.certificate,
    flowId: row.flow_id,
    userId: row.psn_id,
    signedAt: row.signed_at,
    revokedAt: row.revoked_at,
    reason: row.revocation_reason,
  };
}
