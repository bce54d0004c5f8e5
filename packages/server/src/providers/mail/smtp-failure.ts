import type { ProviderOutcome } from '../kit/provider-parts.js';
import { type MailFailure, MailNotSent } from './port.js';

/** What is known about a failed attempt. */
export interface SmtpError {
  /** The error code of the client, such as EAUTH, ETLS or ECONNECTION. */
  readonly code: string;
  /** The command that failed; CONN: the connection. */
  readonly command: string;
  /** The reply of the server; null: none. */
  readonly reply: { readonly code: number; readonly text: string } | null;
  readonly message: string;
}

/** Replies to RCPT TO which state that the mailbox will never take the message (RFC 5321 section 4.2.3). */
const NO_MAILBOX: ReadonlySet<number> = new Set([550, 551, 553]);

/** Enhanced status codes (RFC 3463) about the policy of the server and not about the mailbox. */
const POLICY = /^5\d\d[ -]5\.7\./;

/**
 * @param handedOver whether the complete message had been written, so that only the reply is missing
 */
function failureOf({ code, command, reply }: SmtpError, handedOver: boolean): MailFailure {
  if (reply === null) return handedOver ? 'UNKNOWN' : 'TRANSIENT';
  // The account and the connection are the operator's to repair: the message is not at fault.
  if (code === 'EAUTH' || code === 'ETLS' || command === 'CONN' || reply.code < 500) return 'TRANSIENT';
  if (command === 'RCPT TO' && NO_MAILBOX.has(reply.code) && !POLICY.test(reply.text))
    return 'NO_SUCH_MAILBOX';
  return 'REFUSED';
}

/** The commands of which the reply concerns the message. */
const ABOUT_MESSAGE: ReadonlySet<string> = new Set(['MAIL FROM', 'RCPT TO', 'DATA']);

/** Whether the server does not work, for any message: not if it replied to a command about this one. */
export function isOutage({ code, command, reply }: SmtpError): boolean {
  return reply === null || code === 'EAUTH' || code === 'ETLS' || !ABOUT_MESSAGE.has(command);
}

export function outcomeOf(error: SmtpError): ProviderOutcome {
  if (!isOutage(error)) return 'refused';
  if (error.code === 'EAUTH') return 'access';
  if (error.reply !== null) return 'failing';
  return error.code === 'ETIMEDOUT' ? 'timeout' : 'unreachable';
}

/** Parts of a reply that may name the recipient or quote the message. */
const ADDRESS = /<?[^\s<>@]+@[^\s<>]+>?/g;

/** The failure with the reply of the server, without addresses, because it is logged. */
export function notSent(error: SmtpError, handedOver: boolean): MailNotSent {
  const detail = error.reply?.text ?? error.message;
  const plain = detail.replace(/[\p{Cc}\s]+/gu, ' ').replace(ADDRESS, '<…>');
  return new MailNotSent(failureOf(error, handedOver), `${error.command}: ${plain.slice(0, 300)}`);
}
