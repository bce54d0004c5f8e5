/** Certification requests (PKCS #10, RFC 2986): what a holder of a key sends to an authority. */

import { bitString, implicit, integer, objectIdentifier, sequence, set } from '../asn1/der.js';
import { OID } from '../asn1/object-identifiers.js';
import { SIGNATURE_ALGORITHMS, SIGNER_REQUEST_EXTENSIONS, type SignatureAlgorithm } from './certificate.js';

export interface CertificationRequest {
  /** DER of the subject's Name. */
  readonly subject: Uint8Array;
  /** SubjectPublicKeyInfo, DER. */
  readonly publicKey: Uint8Array;
  /** Algorithm of `sign`. */
  readonly algorithm: SignatureAlgorithm;
  /** Signs with the requested key, which proves its possession: see SignatureAlgorithm. */
  sign(data: Uint8Array): Promise<Uint8Array>;
}

/** Version 1 of RFC 2986. */
const VERSION = integer(0);

/**
 * A signed request for a signer's certificate, DER. It asks for the key usage of signers (RFC 2985, extensionRequest);
 * everything else is for the authority to decide.
 */
export async function certificationRequest(request: CertificationRequest): Promise<Uint8Array> {
  const { subject, publicKey, algorithm, sign } = request;
  const extensions = sequence(objectIdentifier(OID.extensionRequest), set(SIGNER_REQUEST_EXTENSIONS));
  // Attributes are tagged [0] IMPLICIT, and are a SET OF.
  const toBeSigned = sequence(VERSION, subject, publicKey, implicit(0, set(extensions)));
  return sequence(toBeSigned, SIGNATURE_ALGORITHMS[algorithm], bitString(await sign(toBeSigned)));
}
