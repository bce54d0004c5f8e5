/** The port of other authorities: certificates that are asked for over the network. */

export { ProviderOutage, ProviderRefused } from '../kit/provider-failure.js';

/** `enterprise`: for years; `person`: for one act. */
export type CertificateKind = 'enterprise' | 'person';

export interface CertificateOrder {
  readonly kind: CertificateKind;
  /** Names the order, the same however often it is asked for: letters, digits and hyphens. */
  readonly reference: string;
  /** PKCS #10, DER. */
  readonly request: Uint8Array;
  readonly subject: OrderedSubject;
  /** Whether it replaces a certificate with the same subject. */
  readonly isRenewal: boolean;
  /** Whether an earlier answer was that it is pending. */
  readonly isPending: boolean;
}

/** What the authority is to certify, as the request names it. */
export interface OrderedSubject {
  readonly name: string;
  /** Unified social credit code of an enterprise, pseudonym of a person; null if there is none. */
  readonly code: string | null;
}

/** Of what was issued nothing has been verified. */
export type CertificateAnswer =
  | {
      readonly state: 'issued';
      /** The certificate and those above it, in no order: files of PEM, DER or PKCS #7. */
      readonly files: readonly Uint8Array[];
    }
  | { readonly state: 'pending'; readonly retryAfterSeconds: number };

export interface CertificateSource {
  /** @throws ProviderRefused if the authority will not issue it, ProviderOutage */
  order(order: CertificateOrder): Promise<CertificateAnswer>;
}

/** Where an authority names no time. */
export const DEFAULT_RETRY_SECONDS = 300;
