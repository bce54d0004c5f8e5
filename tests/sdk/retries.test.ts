import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { delayAfter, delayWhileRunning, parseRetryAfter } from '../../packages/sdk/dist/back-off.js';
import {
  broken,
  type FakeService,
  fakeService,
  type Play,
  page,
  refusal,
  silence,
  success,
} from './support/fake-service.js';

let service: FakeService;
beforeEach(async () => {
  service = await fakeService();
});
afterEach(() => service.close());

const soon = { 'retry-after': '0' };
const mobile = { mobile: '13800138000', smsType: 'sign' } as const;

describe('a call to an overloaded or unreachable service', () => {
  const passing: readonly (readonly [what: string, play: Play])[] = [
    ['429', refusal({ status: 429, code: '429', headers: soon })],
    ['502 of a proxy', page(502, '<h1>Bad Gateway</h1>')],
    ['503', refusal({ status: 503, code: '503', reason: 'ENGINE_BUSY', headers: soon })],
    ['503 of a proxy', page(503, 'no upstream')],
    ['504 of a proxy', page(504, 'upstream timed out')],
    ['a connection that breaks', broken],
    [
      'its own earlier try, still running',
      refusal({ status: 409, code: '409', reason: 'IDEMPOTENCY_KEY_RUNNING' }),
    ],
  ];

  test.each(passing)('is retried after %s, unchanged and with the same key', async (_what, play) => {
    service.play(play, play, success({ done: true }));
    expect(await service.client().sms.sendSmsVerifyCode(mobile)).toEqual({ done: true });
    expect(service.seen).toHaveLength(3);
    const [first, ...more] = service.seen;
    expect(first?.headers['idempotency-key']).toMatch(/^[\da-f-]{36}$/);
    for (const { path, headers, body } of more) {
      expect([path, body]).toEqual([first?.path, first?.body]);
      expect(headers['idempotency-key']).toBe(first?.headers['idempotency-key']);
      expect(headers['x-request-id']).toBe(first?.headers['x-request-id']);
    }
  });

  test('is abandoned after its maximum of attempts, and reports their number', async () => {
    service.play(broken);
    const call = service.client({ retries: 2 }).corp.baseInfo();
    await expect(call).rejects.toMatchObject({ kind: 'unreachable', attempts: 3, path: '/corp/baseInfo' });
    await expect(call).rejects.toHaveProperty('idempotencyKey', service.seen[0]?.headers['idempotency-key']);
    expect(service.seen).toHaveLength(3);
  });

  test('is not retried if that is not safe', async () => {
    service.play(broken);
    await expect(service.client({ retries: 0 }).corp.baseInfo()).rejects.toMatchObject({ attempts: 1 });
  });

  test('is rejected at once if the requested delay is too long', async () => {
    service.play(
      refusal({ status: 429, code: '429', reason: 'CODE_LIMITED', headers: { 'retry-after': '60' } }),
    );
    await expect(service.client().sms.sendSmsVerifyCode(mobile)).rejects.toMatchObject({
      kind: 'refused',
      reason: 'CODE_LIMITED',
      retryAfterMs: 60_000,
      attempts: 1,
    });
  });

  test('does not begin a delay that exceeds its time limit', async () => {
    service.play(refusal({ status: 503, code: '503', headers: { 'retry-after': '10' } }));
    const call = service.client().corp.baseInfo({}, { timeoutMs: 3000 });
    await expect(call).rejects.toMatchObject({ kind: 'refused', code: '503', attempts: 1 });
  });

  test('keeps the key it was given', async () => {
    service.play(broken, success({}));
    await service.client().sms.sendSmsVerifyCode(mobile, { idempotencyKey: 'order 42' });
    expect(service.seen.map(({ headers }) => headers['idempotency-key'])).toEqual(['order 42', 'order 42']);
  });
});

describe('an earlier attempt that is still running', () => {
  const running = refusal({ status: 409, code: '409', reason: 'IDEMPOTENCY_KEY_RUNNING', headers: soon });

  test('is waited for, whatever the number of retries', async () => {
    service.play(...Array<Play>(3).fill(running), success({ done: true }));
    const call = service.client({ retries: 0 }).sms.sendSmsVerifyCode(mobile);
    expect(await call).toEqual({ done: true });
    expect(new Set(service.seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(service.seen).toHaveLength(4);
  });

  test('uses none of the retries for an unreachable service', async () => {
    service.play(broken, running, running, running, broken, success({ done: true }));
    expect(await service.client({ retries: 2 }).sms.sendSmsVerifyCode(mobile)).toEqual({ done: true });
    expect(service.seen).toHaveLength(6);
  });

  test('ends the call at its time limit with a specific error that contains the key', async () => {
    service.play(broken, running);
    const call = service.client().sms.sendSmsVerifyCode(mobile, { timeoutMs: 1200 });
    const error: unknown = await call.catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ kind: 'still-running', timeoutMs: 1200, path: '/sms/sendSmsVerifyCode' });
    const key = service.seen[0]?.headers['idempotency-key'];
    expect(error).toMatchObject({ idempotencyKey: key, message: expect.stringContaining(String(key)) });
  });

  test('is reported even if the last request got no response', async () => {
    service.play(running, silence);
    const call = service.client().sms.sendSmsVerifyCode(mobile, { timeoutMs: 900, idempotencyKey: 'mine' });
    await expect(call).rejects.toMatchObject({ kind: 'still-running', idempotencyKey: 'mine' });
  });
});

describe('a final response is not retried', () => {
  test.each([
    ['a named code', { code: 'SEAL_NOT_FOUND' }],
    ['400', { status: 400, code: '400', reason: 'INVALID_FIELD' }],
    ['403', { status: 403, code: '403', reason: 'FLOW_STATE' }],
    ['a key of another request', { status: 409, code: '409', reason: 'IDEMPOTENCY_KEY_REUSED' }],
    ['500', { status: 500, code: '500' }],
  ])('%s', async (_what, said) => {
    service.play(refusal(said));
    await expect(service.client().corp.baseInfo()).rejects.toMatchObject({
      kind: 'refused',
      code: said.code,
    });
    expect(service.seen).toHaveLength(1);
  });
});

describe('the end of a call', () => {
  test('comes at its time limit, attempts and delays included', async () => {
    service.play(broken, silence);
    const call = service.client().corp.baseInfo({}, { timeoutMs: 700 });
    await expect(call).rejects.toMatchObject({ kind: 'timed-out', timeoutMs: 700, attempts: 2 });
  });

  test('comes with its signal and the signal’s reason, in a request and in a delay', async () => {
    const reason = new Error('the user has gone');
    for (const play of [silence, refusal({ status: 503, code: '503', headers: { 'retry-after': '9' } })]) {
      service.play(play);
      const controller = new AbortController();
      setTimeout(() => controller.abort(reason), 100);
      await expect(service.client().corp.baseInfo({}, { signal: controller.signal })).rejects.toBe(reason);
    }
  });
});

describe('waits', () => {
  test.each([
    // attempt, requested ms, random, delay
    [1, null, 0, 125],
    [1, null, 1, 250],
    [2, null, 0, 250],
    [4, null, 0.5, 1500],
    [20, null, 1, 8000],
    [1, 2000, 0.5, 2000],
    [1, 0, 0, 125],
    [1, 15_000, 0, 15_000],
    [1, 15_001, 0, null],
  ])('after try %i, asked for %s ms, at random %s: %s', (attempt, asked, random, wait) => {
    expect(delayAfter(attempt, asked, random)).toBe(wait);
  });

  test.each([
    // time, requested ms, random, delay
    [1, null, 0, 125],
    [3, null, 1, 1000],
    [30, null, 1, 2000],
    [1, 1000, 0, 1000],
    [1, 20_000, 0, 20_000],
  ])('while it runs, time %i, asked for %s ms, at random %s: %s', (asked, askedMs, random, wait) => {
    expect(delayWhileRunning(asked, askedMs, random)).toBe(wait);
  });

  test.each([
    [null, null],
    ['', null],
    ['soon', null],
    ['7', 7000],
    ['Sat, 21 Nov 2026 10:00:05 GMT', 5000],
    ['Sat, 21 Nov 2026 09:00:00 GMT', 0],
  ])('Retry-After %s is %s ms', (header, ms) => {
    expect(parseRetryAfter(header, Date.parse('2026-11-21T10:00:00Z'))).toBe(ms);
  });
});
