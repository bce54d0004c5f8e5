/** Endpoint that decides the outcome of a payment in the sandbox. */
import type { SandboxPayment } from '@cinnabar/api/pages/pay.js';
import { boolean, choice, InvalidField, object, optional } from '@cinnabar/api/schema.js';
import type { Clock } from '../clock.js';
import type { MasterKey } from '../custody/master-key.js';
import { jsonAnswer } from '../http/answer.js';
import { MAX_JSON_BYTES, parseJson, readBody } from '../http/body.js';
import type { ExtraRoute } from '../http/extra-route.js';
import { invalidBody, refuse } from '../operation/refusal.js';
import { type SandboxPay, sandboxOrderNo } from './pay.js';
import { SANDBOX_NOTIFY_PATH, signedNotice } from './pay-notification.js';

export interface SandboxPayEndpoint {
  readonly pay: SandboxPay;
  readonly masterKey: Pick<MasterKey, 'linkSigning'>;
  readonly clock: Clock;
  readonly baseUrl: string;
}

const decision = object({ result: choice(['success', 'fail']), notify: optional(boolean()) });
const NOTIFY_TIMEOUT_MS = 10_000;

/**
 * `POST /sandbox/pay/{businessOrderNo}` pays an order or makes its payment fail, and sends the provider's notification
 * to our own endpoint. With `notify` false the notification is lost, and the service has to poll.
 */
export function sandboxPayRoute({ pay, masterKey, clock, baseUrl }: SandboxPayEndpoint): ExtraRoute {
  const path = '/sandbox/pay/:businessOrderNo';
  return {
    method: 'POST',
    path,
    async answer(exchange) {
      const businessOrderNo = orderNoIn(exchange.request.url);
      const { result, notify = true } = readDecision(parseJson(await readBody(exchange, MAX_JSON_BYTES)));
      const now = clock.now();
      const decided = await pay.decide(businessOrderNo, result, now);
      if (decided === null) throw refuse('404');
      const wanted = result === 'success' ? 'succeeded' : 'failed';
      const notified =
        notify && decided.state === wanted ? await notifyUs(businessOrderNo, decided.amountFen) : null;
      return jsonAnswer(200, '200', JSON.stringify({ state: decided.state, notified }));

      /** @returns the HTTP status of the notification; null without a response */
      async function notifyUs(orderNo: string, amount: number): Promise<number | null> {
        const notice = { businessOrderNo: orderNo, result, amount, providerOrderNo: sandboxOrderNo(orderNo) };
        const response = await fetch(`${baseUrl}${SANDBOX_NOTIFY_PATH}`, {
          method: 'POST',
          ...signedNotice(masterKey, notice, now),
          signal: AbortSignal.timeout(NOTIFY_TIMEOUT_MS),
        }).catch(() => null);
        await response?.body?.cancel();
        return response?.status ?? null;
      }
    },
  };
}

/** `GET /sandbox/payments/{businessOrderNo}`: the data of an order on the provider's own page. */
export function sandboxPaymentRoute({ pay, clock }: Pick<SandboxPayEndpoint, 'pay' | 'clock'>): ExtraRoute {
  return {
    method: 'GET',
    path: '/sandbox/payments/:businessOrderNo',
    async answer({ request }) {
      const found = await pay.look(orderNoIn(request.url), clock.now());
      if (found === null) throw refuse('404');
      const payment: SandboxPayment = { amount: found.amountFen / 100, state: found.state };
      return jsonAnswer(200, '200', JSON.stringify(payment));
    },
  };
}

function orderNoIn(url = '/'): string {
  return decodeURIComponent(new URL(url, 'http://sandbox').pathname.split('/').at(-1) ?? '');
}

function readDecision(body: unknown) {
  try {
    return decision.read(body, '', { zone: 'UTC' });
  } catch (error) {
    if (error instanceof InvalidField) throw invalidBody('400', error);
    throw error;
  }
}
