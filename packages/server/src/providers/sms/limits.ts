import { withTimeLimit } from '../time-limit.js';
import { SmsNotSent, type SmsSender } from './port.js';

/** A person waits for the response when a code is sent. */
const SMS_LIMIT_MS = 10_000;

/**
 * Applies the port's time limits to the sender. Nothing is retried here: the job of a notice runs again after TRANSIENT
 * and UNKNOWN, and a person who did not receive a code requests another one.
 */
export function limitedSms(sender: SmsSender): SmsSender {
  return {
    send: (message) =>
      withTimeLimit(SMS_LIMIT_MS, sender.send(message), (detail) => new SmsNotSent('UNKNOWN', detail)),
  };
}
