import { createServer } from 'node:https';
import type { OutsideKeyStore, OutsideSigningKey } from '@cinnabar/server/custody/outside-key-store.js';
import type { PlacesOfKeys } from '@cinnabar/server/custody/placed-key-store.js';
import { PlacedKeyStore } from '@cinnabar/server/custody/placed-key-store.js';
import { openRemoteKeyStore } from '@cinnabar/server/providers/keys/remote-key-store.js';
import { RemoteSigner, type RemoteSignerOptions } from '@cinnabar/server/providers/keys/remote-signer.js';
import { type HttpTls, openHttpExchange } from '@cinnabar/server/providers/kit/http-exchange.js';
import { type EndedRequest, openProviderParts } from '@cinnabar/server/providers/kit/provider-parts.js';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { FAULTS, FakeServer } from '../fakes/fake-server.js';
import { FakeRemoteSigner } from '../fakes/remote-signer.js';
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.js';
import { type OpenCustody, openCustody } from '../support/open-custody.js';
import { makeTlsCertificate } from '../support/tls-certificate.js';
import { keyStoreContract } from './outside-key-store.contract.js';

const clock = { now: () => new Date('2026-11-20T10:00:00.000Z') };
const data = Buffer.from('签署的内容');
const service = new FakeRemoteSigner();
let server: FakeServer;
let fresh: FreshDatabase;
let custody: OpenCustody;
const ended: EndedRequest[] = [];

beforeAll(async () => {
  fresh = await freshDatabase();
  custody = openCustody(fresh);
  server = await FakeServer.open(service.answer);
});
afterEach(() => {
  server.failAlways(null);
  service.flaws.length = 0;
  service.keysAreDisabled = false;
  ended.length = 0;
  server.requests.length = 0;
});
afterAll(async () => {
  await server.close();
  await custody.database.close();
  await fresh.drop();
});

function openSigner(options: Partial<RemoteSignerOptions> = {}, tls?: HttpTls): RemoteSigner {
  const parts = openProviderParts({
    opened: () => undefined,
    ended: (request) => ended.push(request),
    breakerChanged: () => undefined,
  });
  const exchange = tls === undefined ? parts.exchange : openHttpExchange(tls);
  return new RemoteSigner(
    { ...parts, exchange, provider: 'keys-remote' },
    { url: `${server.url}/csc/v2`, access: { token: service.token }, limitMs: 1_500, ...options },
  );
}

async function p256KeyOf(store: OutsideKeyStore, label: string): Promise<OutsideSigningKey> {
  return { ...(await store.generate(label, 'P-256')), algorithm: 'P-256' };
}

// Key pairs of RSA take seconds on a busy machine.
function openKeys(
  place: PlacesOfKeys['enterprise'],
  remote = openSigner({ limitMs: 30_000 }),
): PlacedKeyStore {
  return new PlacedKeyStore({
    ...{ db: custody.database.db, clock, local: custody.keyStore, outside: { remote } },
    places: { authority: place, enterprise: place, service: place },
  });
}

const algorithms = ['P-256', 'RSA-2048', 'RSA-3072', 'SM2'] as const;
keyStoreContract('local', 1, () => openKeys('local'), algorithms);
keyStoreContract('remote', 11, () => openKeys('remote'), algorithms);

const paths = () => server.requests.map(({ url }) => url.pathname.replace('/csc/v2', ''));

test('a key is found in the service by its enterprise and number, and is gone after it is destroyed', async () => {
  const keys = openKeys('remote');
  const { keyId } = await keys.generate(21, 'P-256', 'authority');
  const named = () => [...service.credentials.values()].map(({ description }) => description);
  expect(named()).toContain(`cinnabar 21 ${keyId}`);
  expect(paths()).toEqual(['/credentials/create', '/credentials/info', '/signatures/signHash']);
  await keys.destroy(21, keyId);
  expect(named()).not.toContain(`cinnabar 21 ${keyId}`);
});

test('a wrong signature is refused and never used', async () => {
  const keys = openKeys('remote');
  const { keyId } = await keys.generate(22, 'P-256', 'enterprise');
  service.flaws.push('another key', 'cut off', 'two signatures', 'two signatures');
  await expect(keys.sign(22, keyId, data)).rejects.toThrow(/KEY_STORE_REFUSED.*wrong signature/);
  await expect(keys.sign(22, keyId, data)).rejects.toThrow(/KEY_STORE_REFUSED.*wrong signature/);
  await expect(keys.sign(22, keyId, data)).rejects.toThrow('KEY_STORE_UNAVAILABLE');
  expect(await keys.sign(22, keyId, data)).toBeDefined();
});

test('a service that makes a key and cannot use it is left without it', async () => {
  const before = service.credentials.size;
  service.keysAreDisabled = true;
  await expect(openKeys('remote').generate(23, 'P-256', 'enterprise')).rejects.toThrow(
    /KEY_STORE_REFUSED.*key_not_enabled/,
  );
  service.keysAreDisabled = false;
  service.flaws.push('another key');
  await expect(openSigner().generate('cinnabar 23 probe', 'P-256')).rejects.toThrow('KEY_STORE_REFUSED');
  expect(service.credentials.size).toBe(before);
});

test('a key that the service does not have is refused, and deleting it is no error', async () => {
  const signer = openSigner();
  const key = { reference: 'no-such-credential', publicKey: new Uint8Array(), algorithm: 'P-256' } as const;
  await expect(signer.sign(key, data)).rejects.toThrow('KEY_STORE_REFUSED');
  await signer.destroy('no-such-credential');
});

describe('access', () => {
  test.each([[{ token: 'another' }], [{ clientId: 'cinnabar', clientSecret: 'wrong' }]])(
    'with %o is refused, without repeating it and without its secret in any message',
    async (access) => {
      const refused = await openSigner({ access })
        .check()
        .catch((error: unknown) => error);
      expect(String(refused)).toMatch(/KEY_STORE_REFUSED.*invalid_(token|client).*401/);
      expect(server.requests).toHaveLength(1);
      for (const secret of ['another', 'wrong', 'may be secret'])
        expect(String(refused) + JSON.stringify(ended)).not.toContain(secret);
    },
  );

  test('by client credentials takes one token for many requests, and another when it has ended', async () => {
    const signer = openSigner({ access: service.client });
    await Promise.all([signer.check(), signer.check(), signer.check()]);
    expect(paths().filter((path) => path === '/oauth2/token')).toHaveLength(1);
    service.issued.clear();
    await signer.check();
    expect(paths().filter((path) => path === '/oauth2/token')).toHaveLength(2);
  });

  test('over TLS takes the authority of the settings and shows the certificate of the client', async () => {
    const [own, ofClient, another] = await Promise.all([
      makeTlsCertificate('127.0.0.1'),
      makeTlsCertificate('127.0.0.2'),
      makeTlsCertificate('127.0.0.1'),
    ]);
    const secure = createServer({ ...own, requestCert: true, ca: ofClient.cert }, (incoming, response) => {
      const parts: Buffer[] = [];
      incoming.on('data', (part: Buffer) => parts.push(part));
      incoming.on('end', () => {
        const url = new URL(incoming.url ?? '/', 'https://signer');
        const { headers, method = '' } = incoming;
        const { status, body } = service.answer({ method, url, headers, body: Buffer.concat(parts) });
        response.writeHead(status).end(body);
      });
    });
    await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve));
    // `address` is text only for a server on a pipe.
    const address = secure.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const url = `https://127.0.0.1:${port}/csc/v2`;
    try {
      await openSigner({ url }, { ca: own.cert, cert: ofClient.cert, key: ofClient.key }).check();
      for (const tls of [
        { ca: another.cert, cert: ofClient.cert, key: ofClient.key },
        { ca: own.cert, cert: another.cert, key: another.key },
        { ca: own.cert },
        {},
      ])
        await expect(openSigner({ url }, tls).check()).rejects.toThrow('KEY_STORE_UNAVAILABLE');
    } finally {
      secure.closeAllConnections();
      await new Promise((resolve) => secure.close(resolve));
    }
  });
});

test.each([
  [{}, 'REMOTE_SIGNER_URL'],
  [{ REMOTE_SIGNER_URL: 'http://signer.example.com/csc/v2' }, 'REMOTE_SIGNER_URL'],
  [{ REMOTE_SIGNER_URL: 'https://signer.example.com/?key=1' }, 'REMOTE_SIGNER_URL'],
  [{ REMOTE_SIGNER_TOKEN: '' }, 'REMOTE_SIGNER_TOKEN'],
  [{ REMOTE_SIGNER_TOKEN: 'two words' }, 'REMOTE_SIGNER_TOKEN'],
  [{ REMOTE_SIGNER_TOKEN: 'a', REMOTE_SIGNER_CLIENT_ID: 'b' }, 'REMOTE_SIGNER_TOKEN'],
  [{ REMOTE_SIGNER_TOKEN: 'a', REMOTE_SIGNER_CLIENT_KEY: 'k' }, 'REMOTE_SIGNER_CLIENT_CERT'],
  [{ REMOTE_SIGNER_TOKEN: 'a', REMOTE_SIGNER_CA: '/no/such/file' }, 'REMOTE_SIGNER_CA'],
  [{ REMOTE_SIGNER_TOKEN: 'a', REMOTE_SIGNER_CA: '/dev/null' }, 'REMOTE_SIGNER_CA'],
])('settings %o are refused by the name of the setting', (given, setting) => {
  const settings: Record<string, string> = Object.keys(given).some((name) => name.endsWith('TOKEN'))
    ? { REMOTE_SIGNER_URL: 'https://signer.example.com/csc/v2', ...given }
    : given;
  expect(() => openRemoteKeyStore(settings)).toThrow(setting);
});

test('settings are enough to sign', async () => {
  const store = openRemoteKeyStore({
    REMOTE_SIGNER_URL: `${server.url}/csc/v2`,
    REMOTE_SIGNER_CLIENT_ID: service.client.clientId,
    REMOTE_SIGNER_CLIENT_SECRET: service.client.clientSecret,
  });
  await store.check();
  const key = await p256KeyOf(store, 'cinnabar 40 settings');
  expect(await store.sign(key, data)).toBeDefined();
  await store.close();
});

describe('a service that fails', () => {
  test.each(FAULTS)('by %s is unavailable, once and for good', async (fault) => {
    const signer = openSigner({ limitMs: 400 });
    const key = await p256KeyOf(signer, 'cinnabar 30 fault');
    server.failAlways(fault);
    await expect(signer.sign(key, data)).rejects.toThrow('KEY_STORE_UNAVAILABLE');
    server.failAlways(null);
    expect(await signer.sign(key, data)).toBeDefined();
  });

  test('once, is asked a second time for a signature and never for a key', async () => {
    const signer = openSigner();
    const key = await p256KeyOf(signer, 'cinnabar 31 once');
    server.requests.length = 0;
    server.failNext('busy');
    expect(await signer.sign(key, data)).toBeDefined();
    expect(server.requests).toHaveLength(2);
    server.requests.length = 0;
    server.failNext('broken');
    await expect(signer.generate('cinnabar 31 twice', 'P-256')).rejects.toThrow('KEY_STORE_UNAVAILABLE');
    expect(paths()).toEqual(['/credentials/create']);
  });

  test('for long is not asked for a while', async () => {
    const signer = openSigner({ limitMs: 400 });
    server.failAlways('broken');
    for (let count = 0; count < 4; count += 1)
      await expect(signer.check()).rejects.toThrow('KEY_STORE_UNAVAILABLE');
    server.requests.length = 0;
    await expect(signer.check()).rejects.toThrow(/KEY_STORE_UNAVAILABLE.*suspended/);
    expect(server.requests).toHaveLength(0);
  });

  test('that is not there at all is unavailable', async () => {
    const signer = openSigner({ url: 'http://127.0.0.1:9/csc/v2' });
    await expect(signer.check()).rejects.toThrow(/KEY_STORE_UNAVAILABLE.*unreachable/);
  });
});
