/** The port of mail. An adapter passes a message to a mail server, or reports why it could not. */

export interface MailMessage {
  /** Address without a display name. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly language: 'zh' | 'en';
  /** Left part of the Message-ID: the same for a message however often it is sent, and different for every other one. */
  readonly messageKey: string;
  readonly time: Date;
}

/**
 * - `NO_SUCH_MAILBOX`: the address does not exist or takes no mail
 * - `REFUSED`: the server will not accept this message
 * - `TRANSIENT`: the server was not reached, was busy or did not accept the account; the same message may be sent again
 * - `UNKNOWN`: the connection was lost after the message had been handed over; it may have been delivered
 */
export type MailFailure = 'NO_SUCH_MAILBOX' | 'REFUSED' | 'TRANSIENT' | 'UNKNOWN';

export class MailNotSent extends Error {
  constructor(
    readonly failure: MailFailure,
    detail: string,
  ) {
    super(`${failure}: ${detail}`);
    this.name = 'MailNotSent';
  }
}

export interface MailSender {
  /** Resolves when the server has accepted the message. Throws MailNotSent. */
  send(message: MailMessage): Promise<void>;
}
