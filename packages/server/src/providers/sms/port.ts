/** The port of text messages. An adapter passes a message to a provider, or reports why it could not. */
import type { Id } from '@cinnabar/api/schema.js';

export interface SmsMessage {
  readonly mobile: string;
  /** Identifies the approved template at a provider: a name in areas/sms/messages.ts. */
  readonly template: string;
  /**
   * Values of the template's placeholders, in their order in the text, such as the code or the contract's title. A link
   * is without the service's own address, because carriers approve only templates that contain it.
   */
  readonly parameters: Readonly<Record<string, string>>;
  /** The complete text, for providers that accept texts. Without the sender's name. */
  readonly text: string;
  /** The code in the message; null if there is none. Never logged. */
  readonly code: string | null;
  /** A message is sent once per key, however often a job repeats. */
  readonly idempotencyKey: string;
  readonly time: Date;
  /** The contract in whose history it is recorded that the message was not delivered. */
  readonly about?: { readonly corpId: Id<'Corp'>; readonly flowId: Id<'Flow'> } | undefined;
}

/**
 * - `TEMPLATE_MISSING`: the provider has no approved template or sender's name for this message
 * - `REFUSED`: the provider will not send it
 * - `NO_BALANCE`: our account there lacks money; nothing was sent
 * - `INVALID_NUMBER`: the mobile does not exist or takes no messages
 * - `LIMITED`: the provider or the carriers have sent the mobile too many messages; nothing was sent
 * - `TRANSIENT`: the provider could not be reached or was busy, and sent nothing; the same message may be sent again
 * - `UNKNOWN`: the provider gave no usable answer and may have sent it
 */
export type SmsFailure =
  | 'TEMPLATE_MISSING'
  | 'REFUSED'
  | 'NO_BALANCE'
  | 'INVALID_NUMBER'
  | 'LIMITED'
  | 'TRANSIENT'
  | 'UNKNOWN';

export class SmsNotSent extends Error {
  constructor(
    readonly failure: SmsFailure,
    detail: string,
  ) {
    super(`${failure}: ${detail}`);
    this.name = 'SmsNotSent';
  }
}

export interface SmsSender {
  /** Resolves when a provider has accepted the message. Throws SmsNotSent. */
  send(message: SmsMessage): Promise<void>;
}

/** One provider. It need not recognise messages that were sent before. */
export interface SmsProvider {
  /** @returns the provider's id of the message. Throws SmsNotSent. */
  send(message: SmsMessage): Promise<string>;
  /**
   * The provider's id of a message whose outcome is unknown; null: it was not sent, or sending it again has no effect
   * if it was. Throws SmsNotSent if the provider cannot tell.
   */
  find(message: SmsMessage): Promise<string | null>;
  readonly receipts: SmsReceipts;
  /** Names of the templates that it can send; null: it takes texts. */
  readonly templates: ReadonlySet<string> | null;
}

/** Reports of a provider on what became of messages, by requests to this service. */
export interface SmsReceipts {
  /** Address for them. Where a provider does not sign reports, it contains a secret. */
  readonly path: `/${string}`;
  /** @throws SmsReportRefused */
  read(received: ReceivedSmsReport): readonly SmsReceipt[];
  /** The body by which the provider learns that they were received. */
  readonly confirmation: string;
}

export interface ReceivedSmsReport {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Uint8Array;
  readonly now: Date;
}

export interface SmsReceipt {
  /** Our key, or the provider's id of the message. */
  readonly of: { readonly idempotencyKey: string } | { readonly providerMsgId: string };
  readonly mobile: string;
  /** The provider's code of the failure; null: delivered. */
  readonly failure: string | null;
}

/** The report is not the provider's, or cannot be read. */
export class SmsReportRefused extends Error {}
