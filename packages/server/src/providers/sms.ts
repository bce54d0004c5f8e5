/** The port of text messages. An adapter hands a message to a provider, or says why it could not. */

/** Messages with a code are the four scenarios of the interface; the others are notices. */
export type SmsTemplate =
  | 'commSms'
  | 'sign'
  | 'approval'
  | 'signPwd'
  | 'passwordReplaced'
  | 'mobileChanged'
  | 'membershipInvited'
  | 'membershipAsked'
  | 'membershipAccepted'
  | 'registrationConfirmed'
  | 'registrationAsked'
  | 'automaticSealAsked'
  | 'flowTurn'
  | 'partUnreached'
  | 'partDisowned'
  | 'approvalTurn'
  | 'approvalPassed'
  | 'approvalRejected'
  | 'approvalEnded'
  | 'flowRefused'
  | 'flowRevoked'
  | 'flowCompleted'
  | 'flowDeadline'
  | 'flowExtended'
  | 'webhookDisabled';

export interface SmsMessage {
  readonly mobile: string;
  readonly template: SmsTemplate;
  /** What the template's gaps are filled with, such as the code or the contract's title. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The code inside, or null for texts that carry none. Never logged. */
  readonly code: string | null;
  /** Sent once per key, however often a job repeats. */
  readonly idempotencyKey: string;
  readonly time: Date;
}

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

/**
 * Stands in where production is told to do without a provider: every message is dropped. Nothing keeps it, because
 * codes and links that work must not lie readable anywhere.
 */
export const discardingSms: SmsSender = { send: () => Promise.resolve() };
