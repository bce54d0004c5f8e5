import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type FakeService,
  fakeService,
  refusal,
  silence,
  success,
  token,
  tokenInvalid,
} from './support/fake-service.js';

let service: FakeService;
beforeEach(async () => {
  service = await fakeService();
});
afterEach(() => service.close());

describe('the access token', () => {
  test('is requested with the credentials on first use, and cached', async () => {
    const client = service.client();
    expect(service.tokens()).toBe(0);
    await client.corp.baseInfo();
    await client.corp.baseInfo();
    expect(service.tokens()).toBe(1);
    const [first, second] = service.seen;
    expect(first?.headers).toMatchObject({ appid: 'app', userid: '7', source: 'pc' });
    expect(first?.headers['accesstoken']).toMatch(/^token /);
    expect(second?.headers['accesstoken']).toBe(first?.headers['accesstoken']);
  });

  test('is requested once for all concurrent calls, derived clients included', async () => {
    const client = service.client();
    const calls = Array.from({ length: 20 }, (_, index) =>
      client.with({ userId: index + 1 }).corp.baseInfo(),
    );
    await Promise.all(calls);
    expect(service.tokens()).toBe(1);
    expect(new Set(service.seen.map(({ headers }) => headers['userid'])).size).toBe(20);
  });

  test('is renewed shortly before it expires', async () => {
    service.playTokens(token(59_000), token());
    const client = service.client();
    for (let call = 0; call < 3; call += 1) await client.corp.baseInfo();
    expect(service.tokens()).toBe(2);
  });

  test.each([
    ['ahead of', 5 * 3_600_000],
    ['behind', -5 * 3_600_000],
  ])('lasts its two hours where the service’s clock is %s ours', async (_how, aheadMs) => {
    service.playTokens(token(7_200_000, { aheadMs }));
    const client = service.client();
    for (let call = 0; call < 3; call += 1) await client.corp.baseInfo();
    expect(service.tokens()).toBe(1);
  });

  test('is renewed once if the service rejects it, and the call continues with its key', async () => {
    const client = service.client();
    await client.corp.baseInfo();
    service.play(tokenInvalid, success({ corpName: '云杉' }));
    expect(await client.corp.baseInfo()).toEqual({ corpName: '云杉' });
    expect(service.tokens()).toBe(2);
    const [, refused, repeated] = service.seen;
    expect(repeated?.headers['accesstoken']).not.toBe(refused?.headers['accesstoken']);
    expect(repeated?.headers['idempotency-key']).toBe(refused?.headers['idempotency-key']);
  });

  test('is renewed once for several calls rejected together', async () => {
    const client = service.client();
    await client.corp.baseInfo();
    const stale = service.seen[0]?.headers['accesstoken'];
    service.play((response, seen) =>
      (seen.headers['accesstoken'] === stale ? tokenInvalid : success({}))(response, seen),
    );
    await Promise.all(Array.from({ length: 10 }, () => client.corp.baseInfo()));
    expect(service.tokens()).toBe(2);
  });

  test('rejected twice is the result of the call', async () => {
    service.play(tokenInvalid);
    await expect(service.client().corp.baseInfo()).rejects.toMatchObject({
      kind: 'refused',
      reason: 'TOKEN_INVALID',
    });
    expect(service.tokens()).toBe(2);
  });

  test('that cannot be obtained rejects the call but not the next one', async () => {
    service.playTokens(refusal({ status: 401, code: '401', reason: 'CREDENTIALS_WRONG' }), token());
    const client = service.client();
    await expect(client.corp.baseInfo()).rejects.toMatchObject({
      kind: 'refused',
      path: '/service/getAccessToken',
      reason: 'CREDENTIALS_WRONG',
    });
    await client.corp.baseInfo();
    expect(service.seen).toHaveLength(1);
  });

  test('is waited for by each call up to its own time limit', async () => {
    service.playTokens(silence);
    const client = service.client();
    const patient = AbortSignal.timeout(500);
    const calls = [
      client.corp.baseInfo({}, { timeoutMs: 50 }),
      client.corp.baseInfo({}, { signal: AbortSignal.abort(new Error('called off')) }),
      client.corp.baseInfo({}, { signal: patient }),
    ].map((call) => call.catch((error: unknown) => error));
    expect(await Promise.all(calls)).toMatchObject([
      { kind: 'timed-out', timeoutMs: 50 },
      { message: 'called off' },
      { name: 'TimeoutError' },
    ]);
    expect(service.tokens()).toBe(1);
  });

  test('is not needed for requesting one', async () => {
    const client = service.client();
    expect(await client.service.getAccessToken({ appId: 'a', appSecret: 's' })).toMatchObject({ corpId: 1 });
    expect(service.tokens()).toBe(1);
  });
});
