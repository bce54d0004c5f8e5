/** A gateway of the operator, built with the public library of Standard Webhooks' scheme in mind: verify, send once, answer. */
import { createHmac } from 'node:crypto';
import type { FakeAnswer, FakeRequest } from './fake-server.js';
import { ReplayGuard } from './replay-guard.js';
import type { SmsOutbox } from './sms-outbox.js';

export const GATEWAY_SECRET = 'a secret of a gateway, 24 bytes or more';

export function openSmsGateway(outbox: SmsOutbox): (request: FakeRequest) => FakeAnswer {
  const guard = new ReplayGuard();
  return ({ headers, body }) => {
    const { 'webhook-id': id, 'webhook-timestamp': seconds } = headers;
    const mac = createHmac('sha256', GATEWAY_SECRET).update(`${id}.${seconds}.${body}`).digest('base64');
    if (headers['webhook-signature'] !== `v1,${mac}` || !guard.isTimely(new Date(Number(seconds) * 1000)))
      return json(401, { error: 'FORGED' });
    const message = JSON.parse(body.toString('utf8'));
    if (message.type === 'ping') return json(200, {});
    const refusal = outbox.takeRefusal();
    if (refusal !== null) return json(200, { error: refusal });
    const known = outbox.sent.find(({ key }) => key === message.id);
    if (known === undefined) outbox.add({ mobile: message.mobile, key: message.id, text: message.text });
    return json(200, { id: message.id });
  };
}

function json(status: number, content: Readonly<Record<string, unknown>>): FakeAnswer {
  return { status, body: JSON.stringify(content) };
}

/** The headers of the gateway's own requests. */
export function gatewayHeadersOf(body: string, now: Date, secret = GATEWAY_SECRET): Record<string, string> {
  const seconds = String(Math.floor(now.getTime() / 1000));
  const mac = createHmac('sha256', secret).update(`report-1.${seconds}.${body}`).digest('base64');
  return { 'webhook-id': 'report-1', 'webhook-timestamp': seconds, 'webhook-signature': `v1,${mac}` };
}

export function gatewayReport(
  of: { readonly key: string; readonly mobile: string },
  failure: string | null,
): string {
  return JSON.stringify([{ id: of.key, mobile: of.mobile, delivered: failure === null, reason: failure }]);
}
