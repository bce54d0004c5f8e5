/** The port of payments. Amounts are integer fen. Orders are identified to a provider by our merchant order number. */
import type { PayType } from '@cinnabar/api/schemas/payment.js';

export interface WechatPayKeys {
  readonly provider: 'chatApay';
  /** Of the calling merchant: hexadecimal, upper case. */
  readonly certificateSerial: string;
  /** Private key of the calling merchant, PEM. */
  readonly privateKey: string;
  readonly apiV3Key: string;
  /** The public key of WeChat Pay; null: platform certificates are fetched. */
  readonly publicKey: { readonly id: string; readonly pem: string } | null;
  /** The calling merchant of a partner; null where the merchant calls itself. */
  readonly partner: { readonly merchantNo: string; readonly subAppId: string | null } | null;
  /** Secret of the app, for open ids; null: the channel exchanges none. */
  readonly appSecret: string | null;
}

/** How the signatures of Alipay are verified. */
export type AlipayTrust =
  | { readonly mode: 'publicKey'; readonly alipayPublicKey: string }
  | {
      readonly mode: 'certificate';
      readonly appCertificate: string;
      readonly alipayCertificate: string;
      readonly alipayRootCertificates: string;
    };

export interface AlipayKeys {
  readonly provider: 'payA';
  readonly privateKey: string;
  readonly trust: AlipayTrust;
  /** Of a merchant who has authorised a service provider. */
  readonly appAuthToken: string | null;
  readonly serviceProviderId: string | null;
  /** Number of a second-level merchant (smid). */
  readonly subMerchant: string | null;
}

/** The secrets of a channel: kept under the data key of its enterprise, and given to a provider with every call. */
export type PayKeys = WechatPayKeys | AlipayKeys;

/** A key as the field that gives it is called. */
export type KeyName =
  | 'privateKey'
  | 'certificateSerial'
  | 'apiV3Key'
  | 'publicKeyId'
  | 'publicKey'
  | 'partnerMerchant'
  | 'alipayPublicKey'
  | 'appCertificate'
  | 'alipayCertificate'
  | 'alipayRootCertificates';

/** Data of a channel that a provider needs: the merchant, the payment method and the merchant's keys. */
export interface PayAccount {
  readonly payType: PayType;
  readonly appId: string;
  /** The account that is paid: a merchant number, or for Alipay the id of the seller (2088...). */
  readonly merchantAccount: string;
  /** 0 service provider, 1 second-level, 2 ordinary, 3 second-level of a service provider. */
  readonly merchantType: 0 | 1 | 2 | 3;
  /** null: a channel without keys, which only the sandbox's provider accepts. */
  readonly keys: PayKeys | null;
  /** Address for the provider's notifications of this channel; null: the provider has one of its own. */
  readonly notifyUrl: string | null;
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
  /** The payer's address, which some payment methods require. */
  readonly payerAddress: string | null;
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
  /** What the order was paid with. */
  readonly totalFen: number;
  readonly reason: string;
}

/** `processing`: the provider has accepted the refund and not made it yet. `failed`: it will not make it. */
export type RefundOutcome =
  | { readonly state: 'processing' | 'succeeded' | 'unknown' }
  | { readonly state: 'failed'; readonly detail: string };

/** An incoming HTTP notification: trusted only once the provider's signature has been verified. */
export interface ReceivedNotification {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Uint8Array;
  readonly now: Date;
}

/** `nothing`: the notification is genuine, and concerns no payment or refund. */
export type PaymentNotification =
  | { readonly kind: 'payment'; readonly businessOrderNo: string; readonly outcome: PaymentOutcome }
  | { readonly kind: 'refund'; readonly businessOrderNo: string; readonly refundNo: string }
  | { readonly kind: 'nothing' };

/** What a provider must be answered. */
export interface NotificationAnswers {
  readonly accepted: NotificationAnswer;
  readonly refused: NotificationAnswer;
}

export interface NotificationAnswer {
  readonly status: number;
  readonly contentType: string | null;
  readonly body: string;
}

/** One row of a provider's statement. A refund names the order that it belongs to. */
export interface StatementRow {
  readonly kind: 'payment' | 'refund';
  readonly businessOrderNo: string;
  readonly providerOrderNo: string;
  readonly refundNo: string | null;
  readonly amountFen: number;
  /** What the provider keeps, or returns of a refund; negative where it returns it. */
  readonly feeFen: number;
  /** `failed`: a refund that did not reach its payer. */
  readonly state: 'succeeded' | 'processing' | 'failed';
}

/** Which of an account's payments a statement lists. */
export interface StatementRequest {
  readonly account: PayAccount;
  /** yyyy-MM-dd in China. */
  readonly day: string;
}

/**
 * `TRANSIENT`: the outcome is unknown; query it again. `REFUSED`: the provider rejects the request. `NOT_CONFIGURED`:
 * there is no provider. `AUTH_CODE_INVALID`: the payer's code is wrong, used or expired. `FORGED`: a notification or an
 * answer is not the provider's. `BALANCE_LOW`: the merchant's account does not cover the refund.
 */
export type PayFailure =
  | 'TRANSIENT'
  | 'REFUSED'
  | 'NOT_CONFIGURED'
  | 'AUTH_CODE_INVALID'
  | 'FORGED'
  | 'BALANCE_LOW';

export class PayProviderFailed extends Error {
  constructor(
    readonly failure: PayFailure,
    /** Never contains a secret: it is logged. */
    readonly detail: string,
  ) {
    super(`${failure}: ${detail}`);
    this.name = 'PayProviderFailed';
  }
}

/** Every call may throw PayProviderFailed, and may be repeated. */
export interface PayProvider {
  /** @returns the content of a QR code, an address for the browser, or call-up parameters as JSON text */
  create(payment: NewPayment): Promise<string>;
  query(account: PayAccount, businessOrderNo: string, now: Date): Promise<PaymentOutcome>;
  /** Closes the order. A preceding payment or failure stands. @returns never `open` or `unknown` */
  close(account: PayAccount, businessOrderNo: string, now: Date): Promise<PaymentOutcome>;
  refund(refund: Refund): Promise<RefundOutcome>;
  queryRefund(refund: Refund): Promise<RefundOutcome>;
  /** @param account the channel whose address received it */
  verifyNotification(account: PayAccount, received: ReceivedNotification): Promise<PaymentNotification>;
  answers(account: PayAccount): NotificationAnswers;
  /** Exchanges the payer's authorization code for their id in the app. @param source the payer's client */
  openId(account: PayAccount, authCode: string, source: string): Promise<string>;
  /** @returns null while the provider has not made it yet */
  statement(request: StatementRequest): Promise<readonly StatementRow[] | null>;
}

/** The provider of all channels. */
export interface ChannelPay extends PayProvider {
  /** The first key of the account that cannot be used; null: all can. Nobody is asked. */
  unusableKey(account: PayAccount): KeyName | null;
}
