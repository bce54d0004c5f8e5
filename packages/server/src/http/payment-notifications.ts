import type { Logger } from 'pino';
import { receiveNotification, type Till } from '../areas/payments/index.js';
import type { Clock } from '../clock.js';
import { jsonAnswer } from './answer.js';
import { MAX_JSON_BYTES, readBody } from './body.js';
import type { ExtraRoute } from './extra-route.js';

export interface PaymentNotifications {
  readonly path: `/${string}`;
  readonly till: Till;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Receives notifications of payment providers. The signature is verified over the raw bytes. Accepted notifications get
 * an empty response, as providers require; all others are sent again.
 */
export function paymentNotificationRoute({ path, till, clock, log }: PaymentNotifications): ExtraRoute {
  return {
    method: 'POST',
    path,
    async answer(exchange) {
      const body = await readBody(exchange, MAX_JSON_BYTES);
      const received = { headers: exchange.request.headers, body, now: clock.now() };
      if (await receiveNotification(till, log, received))
        return { status: 204, code: '204', headers: {}, body: '' };
      return jsonAnswer(
        400,
        '400',
        JSON.stringify({ code: 'FAIL', message: 'the notification was not accepted' }),
      );
    },
  };
}
