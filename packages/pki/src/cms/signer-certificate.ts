/** The certificate of whoever signs, with its path; what signs with the key is somebody else. */
export interface SignerCertificate {
  /** DER. */
  readonly certificate: Uint8Array;
  /** DER, issuing certificate first, root last. */
  readonly chain: readonly Uint8Array[];
  readonly algorithm: 'ecdsa-p256-sha256' | 'rsa-sha256';
}
