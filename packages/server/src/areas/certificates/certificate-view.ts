import { createHash } from 'node:crypto';
import type { OutputOf } from '@cinnabar/api/operation.js';
import type { certificateList } from '@cinnabar/api/operations/certificates.js';
import { readCommonName } from '@cinnabar/pki/certificates/distinguished-name.js';
import { parseCertificate } from '@cinnabar/pki/certificates/parsed-certificate.js';
import type { CertificateRecord } from '../../authority/certificate-store.js';
import { isExternal } from '../../authority/external/external-certificates.js';
import { standingOf } from '../../authority/external/standing.js';
import { statusOf } from './rules.js';

export type CertificateView = OutputOf<typeof certificateList>[number];

export function certificateView(record: CertificateRecord, inUse: boolean, now: Date): CertificateView {
  const { subject, issuer } = parseCertificate(record.certificate);
  return {
    serialNumber: record.serial_number,
    subject: readCommonName(subject),
    issuer: readCommonName(issuer),
    source: record.source === 'built-in' ? 'builtIn' : 'other',
    inUse,
    renewalDue: inUse && isExternal(record) && standingOf(record, now) === 'renewalDue',
    algorithm: record.algorithm,
    beginTime: record.not_before,
    endTime: record.not_after,
    status: statusOf(record, now),
    revokeTime: record.revoked_at,
    fingerprint: createHash('sha256').update(record.certificate).digest('hex'),
  };
}
