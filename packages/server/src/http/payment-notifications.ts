import type { Logger } from 'pino';
import { receiveAtChannel, type Till } from '../areas/payments/index.js';
import type { Clock } from '../clock.js';
import { refuse } from '../operation/refusal.js';
import { MAX_JSON_BYTES, readBody } from './body.js';
import type { ExtraRoute } from './extra-route.js';

export interface PaymentNotifications {
  readonly till: Till;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Receives notifications of payment providers, each channel at an address of its own. The signature is verified over the
 * raw bytes. Providers repeat a notification that is not accepted.
 */
export function paymentNotificationRoute({ till, clock, log }: PaymentNotifications): ExtraRoute {
  return {
    method: 'POST',
    path: '/pay/notify/:token',
    async answer(exchange) {
      const body = await readBody(exchange, MAX_JSON_BYTES);
      const received = { headers: exchange.request.headers, body, now: clock.now() };
      const token = new URL(exchange.request.url ?? '/', 'http://service').pathname.split('/').at(-1) ?? '';
      const answer = await receiveAtChannel(till, log, token, received);
      if (answer === null) throw refuse('404');
      return {
        status: answer.status,
        code: String(answer.status),
        headers: answer.contentType === null ? {} : { 'content-type': answer.contentType },
        body: answer.body,
      };
    },
  };
}
