/** Endpoint for the notifications of the sandbox's own payment provider. */
import type { Logger } from 'pino';
import { receiveNotification, type Till } from '../areas/payments/index.js';
import type { Clock } from '../clock.js';
import { jsonAnswer } from '../http/answer.js';
import { MAX_JSON_BYTES, readBody } from '../http/body.js';
import type { ExtraRoute } from '../http/extra-route.js';
import type { SandboxPay } from './pay.js';
import { SANDBOX_NOTIFY_PATH } from './pay-notification.js';

export interface SandboxNotifications {
  readonly pay: SandboxPay;
  readonly till: Till;
  readonly clock: Clock;
  readonly log: Logger;
}

export function sandboxNotificationRoute({ pay, till, clock, log }: SandboxNotifications): ExtraRoute {
  return {
    method: 'POST',
    path: SANDBOX_NOTIFY_PATH,
    async answer(exchange) {
      const body = await readBody(exchange, MAX_JSON_BYTES);
      const received = { headers: exchange.request.headers, body, now: clock.now() };
      const isAccepted = await receiveNotification(till, log, received, (each) => pay.readNotice(each));
      if (isAccepted) return { status: 204, code: '204', headers: {}, body: '' };
      const refused = { code: 'FAIL', message: 'the notification was not accepted' };
      return jsonAnswer(400, '400', JSON.stringify(refused));
    },
  };
}
