import type { SignerCertificate } from '@cinnabar/pki/cms/signer-certificate.js';

/** Somebody who signs in one act. */
export interface Signer {
  readonly certificate: SignerCertificate;
  /**
   * Lower-case hexadecimal digits. The authority keeps no list of event certificates, since a row of its own would be
   * one more commit in every act: the event of the act records this number, in the act's own transaction.
   */
  readonly serialNumber: string;
  /** ECDSA as DER, or RSA PKCS #1 v1.5, with SHA-256 over `data`. */
  sign(data: Uint8Array): Promise<Uint8Array>;
  /** Ends the act: a person's key is forgotten and signs no more; an enterprise's key stays in its store. */
  release(): void;
}

export interface EnterpriseSubject {
  readonly corpId: number;
  readonly corpName: string;
  /** Unified social credit code (GB 32100), or null where it is not known. */
  readonly corpCode: string | null;
}

export interface PersonSubject {
  readonly userId: number;
  /** The verified name. */
  readonly name: string;
}
