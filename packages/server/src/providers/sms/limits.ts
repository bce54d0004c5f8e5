import { withTimeLimit } from '../time-limit.js';
import { SmsNotSent, type SmsSender } from './port.js';

/** A person waits for the answer where a code is sent. */
const SMS_LIMIT_MS = 10_000;

/**
 * The adapter with the limits of the port. Nothing is repeated here: the job of a notice runs again after TRANSIENT,
 * and whoever did not get a code asks for another one.
 */
export function limitedSms(adapter: SmsSender): SmsSender {
  return {
    send: (message) =>
      withTimeLimit(SMS_LIMIT_MS, adapter.send(message), (detail) => new SmsNotSent('TRANSIENT', detail)),
  };
}
