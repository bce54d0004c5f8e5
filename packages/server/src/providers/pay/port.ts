/** The port of payments. Amounts are integer fen. Orders are known to a provider by our business order number. */
import type { PayType } from '@cinnabar/api/schemas/payment.js';

/** Who is paid, and how: what a provider needs of a channel. */
export interface PayAccount {
  readonly payType: PayType;
  readonly appId: string;
  readonly merchantAccount: string;
  /** 0 service provider, 1 second-level, 2 ordinary, 3 second-level of a service provider. */
  readonly merchantType: 0 | 1 | 2 | 3;
}

export interface NewPayment {
  readonly account: PayAccount;
  readonly businessOrderNo: string;
  readonly amountFen: number;
  readonly description: string;
  /** Nobody can pay it from then on. */
  readonly expireTime: Date;
  /** The payer in the app, for ways to pay that are called up inside of it. */
  readonly openId: string | null;
  /** Where the browser goes after the payment. */
  readonly returnUrl: string | null;
  readonly now: Date;
}

/** The state of an order; `unknown`: the provider never got it. All but `open` and `unknown` are final. */
export type PaymentOutcome =
  | { readonly state: 'open' | 'unknown' | 'failed' | 'closed' }
  | {
      readonly state: 'succeeded';
      readonly amountFen: number;
      readonly providerOrderNo: string;
      readonly time: Date;
    };

export interface Refund {
  readonly account: PayAccount;
  readonly businessOrderNo: string;
  /** The same number is refunded once, however often it is asked for. */
  readonly refundNo: string;
  readonly amountFen: number;
  readonly reason: string;
}

/** A message that came in by HTTP: believed when its signature is the provider's, and not before. */
export interface ReceivedNotification {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Uint8Array;
  readonly now: Date;
}

export interface PaymentNotification {
  readonly businessOrderNo: string;
  readonly outcome: PaymentOutcome;
}

/**
 * `TRANSIENT`: nobody knows whether it happened; ask again. `REFUSED`: the provider will not do it.
 * `NOT_CONFIGURED`: there is no provider. `AUTH_CODE_INVALID`: the payer's code is wrong, used or too old.
 * `FORGED`: the notification is not the provider's.
 */
export type PayFailure = 'TRANSIENT' | 'REFUSED' | 'NOT_CONFIGURED' | 'AUTH_CODE_INVALID' | 'FORGED';

export class PayProviderFailed extends Error {
  constructor(
    readonly failure: PayFailure,
    detail: string,
  ) {
    super(`${failure}: ${detail}`);
    this.name = 'PayProviderFailed';
  }
}

/** Every call may throw PayProviderFailed, and may be repeated. */
export interface PayProvider {
  /** Where the provider posts its notifications to; null where it sends none. */
  readonly notificationPath: `/${string}` | null;
  /** @returns what a QR code holds, where to send the browser, or call-up parameters as JSON text */
  create(payment: NewPayment): Promise<string>;
  query(account: PayAccount, businessOrderNo: string, now: Date): Promise<PaymentOutcome>;
  /** Makes it unpayable. What was paid, or failed, before stays so. @returns never `open` or `unknown` */
  close(account: PayAccount, businessOrderNo: string, now: Date): Promise<PaymentOutcome>;
  /** Resolves when the provider has taken the refund. */
  refund(refund: Refund): Promise<void>;
  verifyNotification(received: ReceivedNotification): PaymentNotification;
  /** Exchanges an authorization code of the payer for the name that the app has for them. */
  openId(account: PayAccount, authCode: string): Promise<string>;
}
