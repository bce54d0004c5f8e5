import type { SignatureAlgorithm } from '../certificates/certificate.js';

/** The certificate of a signer, with its path; signing with its key is done elsewhere. */
export interface SignerCertificate {
  /** DER. */
  readonly certificate: Uint8Array;
  /** DER, issuing certificate first, root last. */
  readonly chain: readonly Uint8Array[];
  readonly algorithm: SignatureAlgorithm;
}
