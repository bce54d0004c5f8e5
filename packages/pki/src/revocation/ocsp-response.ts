/** Creates an OCSPResponse (RFC 6960, 4.2). Pure. */

import {
  bitString,
  element,
  explicit,
  generalizedTime,
  implicit,
  nullValue,
  objectIdentifier,
  octetString,
  sequence,
  TAG,
} from '../asn1/der.js';
import { OID } from '../asn1/object-identifiers.js';
import { extension, SIGNATURE_ALGORITHMS, type SignatureAlgorithm } from '../certificates/certificate.js';

export type CertificateStatus =
  | { readonly status: 'good' }
  | { readonly status: 'unknown' }
  | { readonly status: 'revoked'; readonly revokedAt: Date; readonly reason: number };

export interface SingleResponse {
  /** CertID of the request, DER. */
  readonly id: Uint8Array;
  readonly status: CertificateStatus;
  readonly thisUpdate: Date;
  readonly nextUpdate: Date;
  /** Expired certificates are included if they expired after this time (archiveCutoff). */
  readonly archiveCutoff: Date;
}

export interface OcspResponseContent {
  /** DER of the responder's Name. */
  readonly responder: Uint8Array;
  readonly producedAt: Date;
  readonly responses: readonly SingleResponse[];
  readonly nonce: Uint8Array | null;
}

const FAILURES = Object.freeze({ malformedRequest: 1, internalError: 2, tryLater: 3, unauthorized: 6 });

/** An error response, which contains no certificate status and needs no signature. */
export function failedOcspResponse(failure: keyof typeof FAILURES): Uint8Array {
  return sequence(element(TAG.enumerated, Uint8Array.of(FAILURES[failure])));
}

/** The ResponseData: the bytes that the responder signs. */
export function toBeSignedOcspResponse(content: OcspResponseContent): Uint8Array {
  return sequence(
    // byName; byKey would require a SHA-1 digest.
    explicit(1, content.responder),
    generalizedTime(content.producedAt),
    sequence(...content.responses.map(singleResponse)),
    ...(content.nonce === null ? [] : [explicit(1, sequence(extension(OID.ocspNonce, content.nonce)))]),
  );
}

/** @param certificate the responder's certificate, DER, because verifiers know only that of the issuer */
export function assembleOcspResponse(
  toBeSigned: Uint8Array,
  algorithm: SignatureAlgorithm,
  signature: Uint8Array,
  certificate: Uint8Array,
): Uint8Array {
  const basic = sequence(
    toBeSigned,
    SIGNATURE_ALGORITHMS[algorithm],
    bitString(signature),
    explicit(0, sequence(certificate)),
  );
  const successful = element(TAG.enumerated, Uint8Array.of(0));
  return sequence(successful, explicit(0, sequence(objectIdentifier(OID.ocspBasic), octetString(basic))));
}

function singleResponse({ id, status, thisUpdate, nextUpdate, archiveCutoff }: SingleResponse): Uint8Array {
  const cutoff = extension(OID.ocspArchiveCutoff, generalizedTime(archiveCutoff));
  return sequence(
    id,
    statusElement(status),
    generalizedTime(thisUpdate),
    explicit(0, generalizedTime(nextUpdate)),
    explicit(1, sequence(cutoff)),
  );
}

function statusElement(status: CertificateStatus): Uint8Array {
  if (status.status === 'good') return implicit(0, nullValue());
  if (status.status === 'unknown') return implicit(2, nullValue());
  const { revokedAt, reason } = status;
  const code = element(TAG.enumerated, Uint8Array.of(reason));
  return element(0xa1, generalizedTime(revokedAt), ...(reason === 0 ? [] : [explicit(0, code)]));
}
