import type { OutputOf } from '@cinnabar/api/operation.js';
import type { requestCertificate } from '@cinnabar/api/operations/certificates.js';
import { pemBlock } from '@cinnabar/pki/asn1/pem.js';
import type { CertificateRequestRecord } from '../../authority/external/store.js';
import { BY_FILE, requestState } from './rules.js';

export type RequestView = OutputOf<typeof requestCertificate>;

/** @param source the authority of the settings; null: none over the network */
export function requestView(request: CertificateRequestRecord, source: string | null): RequestView {
  const isAsked = request.source === source;
  return {
    requestId: request.request_id,
    way: request.source === BY_FILE ? 'file' : 'network',
    algorithm: request.algorithm,
    isRenewal: request.is_renewal,
    createTime: request.created_at,
    state: requestState(request, source),
    problem: request.problem ?? '',
    nextTime: isAsked ? request.next_attempt_at : null,
    pem: pemBlock('CERTIFICATE REQUEST', request.request),
  };
}
