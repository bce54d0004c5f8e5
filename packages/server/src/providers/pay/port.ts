/** The port of payments. Amounts are integer fen. Orders are identified to a provider by our merchant order number. */
import type { PayType } from '@cinnabar/api/schemas/payment.js';

/** Data of a channel that a provider needs: the merchant and the payment method. */
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
  /** Expiry of the order: afterwards it cannot be paid. */
  readonly expireTime: Date;
  /** The payer's id in the app, for payment methods that run inside it. */
  readonly openId: string | null;
  /** Address to which the browser returns after the payment. */
  readonly returnUrl: string | null;
  readonly now: Date;
}

/** The state of an order; `unknown`: the provider never received it. All but `open` and `unknown` are final. */
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
  /** Refund number: it is refunded once, however often it is requested. */
  readonly refundNo: string;
  readonly amountFen: number;
  readonly reason: string;
}

/** An incoming HTTP notification: trusted only once the provider's signature has been verified. */
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
 * `TRANSIENT`: the outcome is unknown; query it again. `REFUSED`: the provider rejects the request. `NOT_CONFIGURED`:
 * there is no provider. `AUTH_CODE_INVALID`: the payer's code is wrong, used or expired. `FORGED`: the notification is
 * not the provider's.
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
  /** Address for the provider's notifications; null if it sends none. */
  readonly notificationPath: `/${string}` | null;
  /** @returns the content of a QR code, an address for the browser, or call-up parameters as JSON text */
  create(payment: NewPayment): Promise<string>;
  query(account: PayAccount, businessOrderNo: string, now: Date): Promise<PaymentOutcome>;
  /** Closes the order. A preceding payment or failure stands. @returns never `open` or `unknown` */
  close(account: PayAccount, businessOrderNo: string, now: Date): Promise<PaymentOutcome>;
  /** Resolves when the provider has accepted the refund. */
  refund(refund: Refund): Promise<void>;
  verifyNotification(received: ReceivedNotification): PaymentNotification;
  /** Exchanges the payer's authorization code for their id in the app. */
  openId(account: PayAccount, authCode: string): Promise<string>;
}
