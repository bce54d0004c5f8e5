import { JsonAnswer } from '@cinnabar/server/providers/kit/json-answer.js';
import { type ClientOptions, ProviderClient } from '@cinnabar/server/providers/kit/provider-client.js';
import { ProviderOutage, ProviderRefused } from '@cinnabar/server/providers/kit/provider-failure.js';
import { type EndedRequest, openProviderParts } from '@cinnabar/server/providers/kit/provider-parts.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FakeServer, type Fault } from '../../fakes/fake-server.js';

let fake: FakeServer;
let ended: EndedRequest[];

beforeEach(async () => {
  ended = [];
  fake = await FakeServer.open(({ body }) => ({
    status: 200,
    body: JSON.stringify(body.length === 0 ? { answer: 'yes' } : { refused: 'LIMIT' }),
  }));
});
afterEach(() => fake.close());

function openClient(options: Partial<ClientOptions> = {}): ProviderClient {
  const watch = {
    opened: () => undefined,
    ended: (request: EndedRequest) => ended.push(request),
    breakerChanged: () => undefined,
  };
  const parts = { ...openProviderParts(watch), provider: 'sms-test' };
  return new ProviderClient(parts, { baseUrl: `${fake.url}/api/`, limitMs: 5_000, ...options });
}

function ask(client: ProviderClient, given: { isIdempotent?: boolean; body?: string } = {}): Promise<string> {
  const { isIdempotent = false, body } = given;
  return client.call({
    op: 'Ask',
    isIdempotent,
    build: () => ({
      method: 'POST',
      path: '/ask?secret=1',
      headers: {},
      ...(body === undefined ? {} : { body }),
    }),
    read: (answer) => {
      const json = JsonAnswer.parse(answer.body);
      if (json.has('refused')) throw new ProviderRefused(json.text('refused'), 'as the test wants it');
      return json.text('answer');
    },
  });
}

const failureOf = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);

describe('a request to a provider', () => {
  test('is sent as it was built, and observed without its address', async () => {
    expect(await ask(openClient())).toBe('yes');
    expect(fake.requests.map(({ url }) => `${url.pathname}${url.search}`)).toEqual(['/api/ask?secret=1']);
    expect(ended).toEqual([
      { provider: 'sms-test', op: 'Ask', outcome: 'ok', detail: null, seconds: expect.any(Number) },
    ]);
  });

  test('that is refused is not repeated', async () => {
    expect(await failureOf(ask(openClient(), { isIdempotent: true, body: 'x' }))).toMatchObject({
      code: 'LIMIT',
    });
    expect(ended).toMatchObject([{ outcome: 'refused', detail: 'LIMIT' }]);
  });

  test.each<[Fault, string, Partial<ClientOptions>]>([
    ['silent', 'timeout', { limitMs: 1_000 }],
    ['silent after', 'timeout', { limitMs: 1_000 }],
    ['broken', 'failing', {}],
    ['busy', 'failing', {}],
    ['garbage', 'garbled', {}],
    ['half', 'garbled', {}],
    ['endless', 'garbled', {}],
    ['redirect', 'garbled', {}],
  ])(
    'with the fault “%s” is an outage “%s” that may have taken effect, and is not repeated',
    async (fault, cause, options) => {
      fake.failNext(fault);
      const error = await failureOf(ask(openClient(options)));
      expect(error).toBeInstanceOf(ProviderOutage);
      expect(error).toMatchObject({ cause, reached: 'perhaps' });
      expect(String(error)).not.toContain('secret');
      expect(fake.requests).toHaveLength(1);
      expect(ended.map(({ outcome }) => outcome)).toEqual([cause]);
    },
  );

  test('that is idempotent is repeated, with pauses', async () => {
    fake.failNext('broken', 'garbage');
    expect(await ask(openClient(), { isIdempotent: true })).toBe('yes');
    expect(ended.map(({ outcome }) => outcome)).toEqual(['failing', 'garbled', 'ok']);
    fake.failNext('broken', 'broken', 'broken');
    expect(await failureOf(ask(openClient(), { isIdempotent: true }))).toMatchObject({ cause: 'failing' });
  });

  test('that found nobody was not sent', async () => {
    const client = openClient({ maxAttempts: 2 });
    await fake.close();
    for (const isIdempotent of [false, true]) {
      const error = await failureOf(ask(client, { isIdempotent }));
      expect(error).toMatchObject({ cause: 'unreachable', reached: 'no' });
    }
    expect(ended).toHaveLength(3);
  });

  test('is suspended while the provider fails repeatedly', async () => {
    const client = openClient();
    fake.failNext('broken', 'broken', 'broken', 'broken', 'broken');
    for (let count = 0; count < 5; count += 1) await failureOf(ask(client));
    expect(await failureOf(ask(client))).toMatchObject({ cause: 'suspended', reached: 'no' });
    expect(fake.requests).toHaveLength(5);
  });
});
