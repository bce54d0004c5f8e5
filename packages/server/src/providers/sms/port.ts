/** The port of text messages. An adapter passes a message to a provider, or reports why it could not. */

export interface SmsMessage {
  readonly mobile: string;
  /** Identifies the approved template at a provider: a name in areas/sms/messages.ts. */
  readonly template: string;
  /** Values of the template's placeholders, such as the code or the contract's title. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The complete text, for providers that accept texts. Without the sender's name. */
  readonly text: string;
  /** The code in the message; null if there is none. Never logged. */
  readonly code: string | null;
  /** A message is sent once per key, however often a job repeats. */
  readonly idempotencyKey: string;
  readonly time: Date;
}

/**
 * - `TEMPLATE_MISSING`: the provider has no approved template for this message
 * - `REFUSED`: the provider will not send it
 * - `INVALID_NUMBER`: the mobile does not exist or takes no messages
 * - `TRANSIENT`: the provider could not be reached or was busy; the same message may be sent again
 */
export type SmsFailure = 'TEMPLATE_MISSING' | 'REFUSED' | 'INVALID_NUMBER' | 'TRANSIENT';

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
  /** Resolves when the provider has accepted the message. Throws SmsNotSent. */
  send(message: SmsMessage): Promise<void>;
}
