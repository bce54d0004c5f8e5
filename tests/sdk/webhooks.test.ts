import { createHmac } from 'node:crypto';
import { verifyWebhook, WebhookRejected } from '@cinnabar/sdk';
import { describe, expect, test } from 'vitest';

const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const next = `whsec_${Buffer.alloc(24, 8).toString('base64')}`;
const now = new Date('2026-11-21T10:00:00Z');
const seconds = String(now.getTime() / 1000);
const body =
  '{"type":"flow.completed","timestamp":"2026-11-21T10:00:00.000Z","data":{"flowId":7,"title":"采购"}}';

/** As Standard Webhooks says, written down a second time. */
function signature(by: string, { id = 'msg_1', timestamp = seconds, of = body } = {}): string {
  const key = Buffer.from(by.slice('whsec_'.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${of}`).digest('base64')}`;
}

const headersWith = (signatures: string, timestamp = seconds) => ({
  'webhook-id': 'msg_1',
  'webhook-timestamp': timestamp,
  'webhook-signature': signatures,
});

function rejectionOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof WebhookRejected) return error.reason;
    throw error;
  }
  return 'taken';
}

describe('a webhook of the service', () => {
  test('matches the example of Standard Webhooks', () => {
    const example = '{"test": 2432232314}';
    const headers = {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    };
    // Its signature is valid, but its body is not an event of ours.
    const act = () =>
      verifyWebhook(example, headers, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', {
        now: new Date(1614265330 * 1000),
      });
    expect(rejectionOf(act)).toBe('body');
  });

  test.each([
    ['text and a plain object', body, headersWith(signature(secret))],
    ['bytes and Headers', Buffer.from(body), new Headers(headersWith(signature(secret)))],
    [
      'names in upper case',
      body,
      { 'Webhook-Id': 'msg_1', 'Webhook-Timestamp': seconds, 'Webhook-Signature': signature(secret) },
    ],
    ['one signature of several', body, headersWith(`v1a,xyz ${signature(next)} ${signature(secret)}`)],
  ])('is read from %s', (_what, given, headers) => {
    expect(verifyWebhook(given, headers, secret, { now })).toEqual(JSON.parse(body));
  });

  test('is accepted with the old and the new secret during rotation', () => {
    for (const by of [secret, next]) {
      expect(verifyWebhook(body, headersWith(signature(by)), [secret, next], { now })).toMatchObject({
        type: 'flow.completed',
      });
    }
  });
});

describe('a message from elsewhere is rejected', () => {
  test.each([
    ['another secret', body, headersWith(signature(next)), 'signature'],
    ['a changed body', body.replace('7', '8'), headersWith(signature(secret)), 'signature'],
    ['a changed id', body, { ...headersWith(signature(secret)), 'webhook-id': 'msg_2' }, 'signature'],
    ['a changed time', body, headersWith(signature(secret), String(Number(seconds) + 1)), 'signature'],
    ['a shortened signature', body, headersWith(signature(secret).slice(0, -8)), 'signature'],
    ['an empty signature', body, headersWith('v1,'), 'signature'],
    ['another version', body, headersWith(signature(secret).replace('v1,', 'v2,')), 'signature'],
    ['no signature', body, { 'webhook-id': 'msg_1', 'webhook-timestamp': seconds }, 'header'],
    ['no time', body, headersWith(signature(secret), 'now'), 'header'],
    ['no headers', body, new Headers(), 'header'],
    ['no event', '[]', headersWith(signature(secret, { of: '[]' })), 'body'],
    ['no JSON', 'x', headersWith(signature(secret, { of: 'x' })), 'body'],
  ])('%s', (_what, given, headers, reason) => {
    expect(rejectionOf(() => verifyWebhook(given, headers, secret, { now }))).toBe(reason);
  });

  test.each([
    [-300, 'taken'],
    [-301, 'timestamp'],
    [300, 'taken'],
    [301, 'timestamp'],
  ])('sent %i s from now: %s', (away, reason) => {
    const timestamp = String(Number(seconds) + away);
    const headers = headersWith(signature(secret, { timestamp }), timestamp);
    expect(rejectionOf(() => verifyWebhook(body, headers, secret, { now }))).toBe(reason);
    const act = () => verifyWebhook(body, headers, secret, { now, toleranceMs: 302_000 });
    expect(rejectionOf(act)).toBe('taken');
  });

  test('without a secret nothing is accepted, and the error says so', () => {
    expect(() => verifyWebhook(body, headersWith(signature(secret)), '', { now })).toThrow(TypeError);
    expect(rejectionOf(() => verifyWebhook(body, headersWith(signature(secret)), [], { now }))).toBe(
      'signature',
    );
  });
});
