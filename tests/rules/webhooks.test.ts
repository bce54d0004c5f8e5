import { createServer } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { afterFailure, askedPause, PAUSES_MS, pauseAfter } from '@cinnabar/server/areas/webhooks/rules.js';
import { signatures } from '@cinnabar/server/areas/webhooks/signature.js';
import { AddressGuard, type ResolvedAddress } from '@cinnabar/server/outbound/address-guard.js';
import { GuardedClient } from '@cinnabar/server/outbound/guarded-client.js';
import { describe, expect, test } from 'vitest';

const HOUR = 3_600_000;
const now = new Date('2026-11-21T00:00:00Z');
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * HOUR);

describe('retrying', () => {
  test('delays grow, and add up to almost 24 hours', () => {
    expect([...PAUSES_MS].sort((left, right) => left - right)).toEqual(PAUSES_MS);
    const all = PAUSES_MS.reduce((sum, pause) => sum + pause, 0);
    expect(all).toBeLessThanOrEqual(24 * HOUR);
    expect(all).toBeGreaterThan(23.5 * HOUR);
  });

  test('each delay has a jitter of a tenth, and there is none after the last', () => {
    for (const [index, pause] of PAUSES_MS.entries()) {
      expect(pauseAfter(index + 1, 0)).toBe(Math.round(pause * 0.9));
      expect(pauseAfter(index + 1, 1)).toBe(Math.round(pause * 1.1));
    }
    expect(pauseAfter(PAUSES_MS.length + 1, 0.5)).toBeNull();
  });

  test('a receiver can request a longer delay, of an hour at most', () => {
    expect(pauseAfter(1, 0.5, askedPause('120', now))).toBe(120_000);
    expect(pauseAfter(1, 0.5, askedPause('86400', now))).toBe(HOUR);
    expect(pauseAfter(1, 0.5, askedPause(hoursAgo(-0.5).toUTCString(), now))).toBe(HOUR / 2);
    expect(pauseAfter(1, 0.5, askedPause(hoursAgo(2).toUTCString(), now))).toBe(5_000);
    expect(pauseAfter(1, 0.5, askedPause('soon', now))).toBe(5_000);
    expect(pauseAfter(8, 0.5, askedPause('1', now))).toBe(4 * HOUR);
  });
});

describe('disabling a receiver', () => {
  test('happens after three days of uninterrupted failure, and not an hour earlier', () => {
    const failing = (since: number) =>
      afterFailure({ failingSince: hoursAgo(since), lastFailedAt: hoursAgo(10) }, now);
    expect(failing(71)).toEqual({ failingSince: hoursAgo(71), ended: false });
    expect(failing(72)).toEqual({ failingSince: hoursAgo(72), ended: true });
  });

  test('counts from the first failure, and anew after a long gap', () => {
    const none = { failingSince: null, lastFailedAt: null };
    expect(afterFailure(none, now)).toEqual({ failingSince: now, ended: false });
    const longAgo = { failingSince: hoursAgo(200), lastFailedAt: hoursAgo(100) };
    expect(afterFailure(longAgo, now)).toEqual({ failingSince: now, ended: false });
  });
});

test('a message is signed as specified by Standard Webhooks, with every secret', () => {
  // The example of the specification's reference libraries.
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1614265330, body: '{"test": 2432232314}' };
  const signature = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=';
  expect(signatures(message, [secret])).toBe(signature);
  expect(signatures(message, ['whsec_AAAA', secret])).toMatch(/^v1,\S{44} v1,\S{44}$/);
  expect(signatures(message, ['whsec_AAAA', secret]).split(' ')[1]).toBe(signature);
});

describe('user-supplied URLs', () => {
  const strict = new AddressGuard([]);

  test.each([
    '127.0.0.1',
    '127.8.9.1',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '100.64.0.1',
    '169.254.169.254',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001::1',
    '2001:db8::1',
    'fe80::1',
    'fc00::1',
    'fd12:3456::1',
    'ff02::1',
    'no address',
  ])('%s is refused', (address) => expect(strict.permits(address, true)).toBe(false));

  test.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '240e:1::1'])(
    '%s is reached with TLS, and not without',
    (address) => {
      expect(strict.permits(address, true)).toBe(true);
      expect(strict.permits(address, false)).toBe(false);
    },
  );

  test('an explicitly allowed network is reached, without TLS too, and no other', () => {
    const guard = new AddressGuard(['10.20.0.0/16', 'fd00:1::/32']);
    for (const address of ['10.20.3.4', 'fd00:1::9']) expect(guard.permits(address, false)).toBe(true);
    for (const address of ['10.21.0.1', '127.0.0.1']) expect(guard.permits(address, true)).toBe(false);
  });

  test.each([
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'http://8.8.8.8/',
  ])('%s stands in the address, and is refused before anything is sent', (address) => {
    expect(() => strict.checkLiteral(new URL(address))).toThrow('may be reached');
  });
});

describe('a name that resolves to an internal address', () => {
  const client = (
    resolve: (name: string) => Promise<readonly ResolvedAddress[]>,
    allowed: readonly string[] = [],
  ) => new GuardedClient({ guard: new AddressGuard(allowed, resolve), deadlineMs: 2_000, keptBytes: 100 });
  const body = Buffer.from('{}');

  test('is refused, whatever address it resolves to', async () => {
    const inside = client(async () => [
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ]);
    for (const protocol of ['http', 'https']) {
      await expect(inside.post(`${protocol}://hook.example:9/`, {}, body)).rejects.toMatchObject({
        failure: 'ADDRESS_REFUSED',
      });
    }
    inside.close();
  });

  test('is connected to at the checked address, even if the name has changed since', async () => {
    const hosts: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      hosts.push(request.headers.host);
      response.end('yes');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    let asked = 0;
    // Allowed at the first look-up, and internal at every other.
    const moving = client(async () => {
      asked += 1;
      return [{ address: asked === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }];
    }, ['127.0.0.1']);
    const answer = await moving.post(`http://hook.example:${port}/`, {}, body);
    expect([answer.status, answer.beginning, asked]).toEqual([200, 'yes', 1]);
    expect(hosts).toEqual([`hook.example:${port}`]);
    moving.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  test('without an address, and an unreachable machine, are distinguished', async () => {
    const nowhere = client(async () => {
      throw new Error('no such name');
    });
    await expect(nowhere.post('https://hook.example/', {}, body)).rejects.toMatchObject({
      failure: 'ADDRESS_UNKNOWN',
    });
    const closed = client(async () => [{ address: '127.0.0.1', family: 4 }], ['127.0.0.0/8']);
    await expect(closed.post('http://hook.example:1/', {}, body)).rejects.toMatchObject({
      failure: 'NOT_REACHED',
    });
    nowhere.close();
    closed.close();
  });

  test('is requested again if a kept connection was closed, and delivered once', async () => {
    let heard = 0;
    const server = createServer((request, response) => {
      heard += 1;
      response.end('yes');
      // Closed after the response, despite keep-alive.
      if (heard === 1) response.once('close', () => setImmediate(() => request.socket.resetAndDestroy()));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const url = `http://hook.example:${typeof address === 'object' ? address?.port : 0}/`;
    const kept = client(async () => [{ address: '127.0.0.1', family: 4 }], ['127.0.0.1']);
    for (let count = 1; count <= 3; count += 1) {
      expect((await kept.post(url, {}, body)).status).toBe(200);
      expect(heard).toBe(count);
    }
    kept.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  test('that responds with something other than HTTP, or not at all, fails within the timeout', async () => {
    const answers = [
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n',
      'hello\r\n\r\n',
      '',
    ];
    for (const answer of answers) {
      const server = createTcpServer((socket) => {
        socket.on('error', () => undefined);
        socket.once('data', () => socket.write(answer));
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const address = server.address();
      const url = `http://hook.example:${typeof address === 'object' ? address?.port : 0}/`;
      const curious = client(async () => [{ address: '127.0.0.1', family: 4 }], ['127.0.0.1']);
      const failure = answer === '' ? 'TIMEOUT' : /^(NOT_REACHED|TIMEOUT)$/;
      await expect(curious.post(url, {}, body)).rejects.toMatchObject({
        failure: expect.stringMatching(failure),
      });
      curious.close();
      await new Promise((resolve) => server.close(resolve));
    }
  });
});
