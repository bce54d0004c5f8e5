import { createHash } from 'node:crypto';
import type { OutputOf } from '@cinnabar/api/operation.js';
import type { certificateList as operation } from '@cinnabar/api/operations/enterprise.js';
import { readCommonName } from '@cinnabar/pki/certificates/distinguished-name.js';
import { parseCertificate } from '@cinnabar/pki/certificates/parsed-certificate.js';
import { allCertificates, type CertificateRecord } from '../../authority/certificate-store.js';
import { isExternal } from '../../authority/external/external-certificates.js';
import { standingOf } from '../../authority/external/standing.js';
import type { MemberContext } from '../../operation/context.js';
import { certificateStatus } from './rules.js';

/** The certificates with which the enterprise's seals were signed, the newest first. */
export async function certificateList(ctx: MemberContext): Promise<OutputOf<typeof operation>> {
  const certificates = await allCertificates(ctx.db, ctx.corpId, 'enterprise');
  const newest = certificates.at(-1);
  return certificates.map((each) => certificateView(each, each === newest, ctx.now)).reverse();
}

function certificateView(
  record: CertificateRecord,
  isNewest: boolean,
  now: Date,
): OutputOf<typeof operation>[number] {
  const { subject, issuer } = parseCertificate(record.certificate);
  return {
    serialNumber: record.serial_number,
    subject: readCommonName(subject),
    issuer: readCommonName(issuer),
    source: record.source === 'built-in' ? 'builtIn' : 'other',
    renewalDue: isNewest && isExternal(record) && standingOf(record, now) === 'renewalDue',
    algorithm: record.algorithm,
    beginTime: record.not_before,
    endTime: record.not_after,
    status: certificateStatus(record, now),
    revokeTime: record.revoked_at,
    fingerprint: createHash('sha256').update(record.certificate).digest('hex'),
  };
}
