/** Creates certificate revocation lists (RFC 5280, section 5). Pure. */

import {
  bitString,
  certificateTime,
  element,
  explicit,
  generalizedTime,
  implicit,
  integer,
  octetString,
  sequence,
  TAG,
} from '../asn1/der.js';
import { OID } from '../asn1/object-identifiers.js';
import {
  extension,
  keyIdentifier,
  SIGNATURE_ALGORITHMS,
  type SignatureAlgorithm,
} from '../certificates/certificate.js';

export interface RevokedCertificate {
  /** Lower-case hexadecimal digits. */
  readonly serialNumber: string;
  readonly revokedAt: Date;
  /** CRLReason; 0 (unspecified) is omitted (RFC 5280, 5.3.1). */
  readonly reason: number;
}

export interface RevocationListContent {
  /** DER of the issuer's Name. */
  readonly issuer: Uint8Array;
  /** SubjectPublicKeyInfo, DER. */
  readonly issuerPublicKey: Uint8Array;
  readonly number: number;
  readonly thisUpdate: Date;
  readonly nextUpdate: Date;
  /** Time since which the list contains every revocation, including those of expired certificates. */
  readonly completeSince: Date;
  readonly revoked: readonly RevokedCertificate[];
  readonly signatureAlgorithm: SignatureAlgorithm;
}

/**
 * The TBSCertList. Entries are kept after their certificates have expired, as the list states (ExpiredCertsOnCRL, ITU-T
 * X.509, clause 9.5.2.10): a person's certificate expires after a day, and its absence would tell a later verifier
 * nothing.
 */
export function toBeSignedRevocationList(content: RevocationListContent): Uint8Array {
  const entries = content.revoked.map(({ serialNumber, revokedAt, reason }) =>
    sequence(
      integer(Buffer.from(serialNumber, 'hex')),
      certificateTime(revokedAt),
      ...(reason === 0
        ? []
        : [sequence(extension(OID.crlReason, element(TAG.enumerated, Uint8Array.of(reason))))]),
    ),
  );
  const issuerKey = implicit(0, octetString(keyIdentifier(content.issuerPublicKey)));
  return sequence(
    integer(1),
    SIGNATURE_ALGORITHMS[content.signatureAlgorithm],
    content.issuer,
    certificateTime(content.thisUpdate),
    certificateTime(content.nextUpdate),
    // RFC 5280, 5.1.2.6: absent if nothing was revoked.
    ...(entries.length === 0 ? [] : [sequence(...entries)]),
    explicit(
      0,
      sequence(
        extension(OID.authorityKeyIdentifier, sequence(issuerKey)),
        extension(OID.crlNumber, integer(content.number)),
        extension(OID.expiredCertsOnCrl, generalizedTime(content.completeSince)),
      ),
    ),
  );
}

/** @param signature over `toBeSigned`, as KeyStore.sign returns it */
export function assembleRevocationList(
  toBeSigned: Uint8Array,
  algorithm: SignatureAlgorithm,
  signature: Uint8Array,
): Uint8Array {
  return sequence(toBeSigned, SIGNATURE_ALGORITHMS[algorithm], bitString(signature));
}
