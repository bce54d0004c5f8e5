import type { SignerCertificate } from '@cinnabar/pki/cms/signer-certificate.js';

/** A signer in one act. */
export interface Signer {
  readonly certificate: SignerCertificate;
  /**
   * Lower-case hexadecimal digits. The authority stores no list of event certificates, because a row for each would be
   * an additional commit in every act. Instead the act's event records this number, in the act's own transaction.
   */
  readonly serialNumber: string;
  /** Beginning of a certificate that another authority has issued for this act; absent: it was valid before the act began. */
  readonly validFrom?: Date;
  /** ECDSA as DER, or RSA PKCS #1 v1.5, with SHA-256 over `data`. */
  sign(data: Uint8Array): Promise<Uint8Array>;
  /** Ends the act: a person's key is destroyed; an enterprise's key stays in its store. */
  release(): void;
}

export interface EnterpriseSubject {
  readonly corpId: number;
  readonly corpName: string;
  /** Unified social credit code (GB 32100); null if it is not known. */
  readonly corpCode: string | null;
}

export interface PersonSubject {
  readonly userId: number;
  /** The verified name. */
  readonly name: string;
}
