/** Certificate revocation lists (RFC 5280, section 5), written element by element. Pure. */

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
  /** CRLReason; 0, unspecified, is left out (RFC 5280, 5.3.1). */
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
  /** Since when everything that was revoked is in the list, ended certificates included. */
  readonly completeSince: Date;
  readonly revoked: readonly RevokedCertificate[];
  readonly signatureAlgorithm: SignatureAlgorithm;
}

/**
 * The TBSCertList. Entries stay after their certificates have ended, and the list says so (ExpiredCertsOnCRL,
 * ITU-T X.509 clause 9.5.2.10): a person's certificate ends after a day, and whoever looks later would otherwise
 * learn nothing from its absence.
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
    // RFC 5280, 5.1.2.6: absent where nothing was revoked.
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
