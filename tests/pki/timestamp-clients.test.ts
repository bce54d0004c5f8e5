import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type ParsedCertificate, parseCertificate } from '@cinnabar/pki/certificates/parsed-certificate.js';
import { TimestampClient } from '@cinnabar/pki/timestamps/timestamp-client.js';
import { TimestampError } from '@cinnabar/pki/timestamps/timestamp-error.js';
import { TimestampFailover } from '@cinnabar/pki/timestamps/timestamp-failover.js';
import { grantedResponse, rejectedResponse } from '@cinnabar/pki/timestamps/timestamp-response.js';
import { TimestampAuthority } from '@cinnabar/server/authority/timestamp-authority.js';
import { chooseTimestamps } from '@cinnabar/server/composition/choose-timestamps.js';
import { ProviderStates } from '@cinnabar/server/composition/provider-states.js';
import { InvalidSetting } from '@cinnabar/server/settings/config.js';
import { readConfig } from '@cinnabar/server/settings/read-config.js';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.js';
import { type OpenCustody, openCustody } from '../support/open-custody.js';

const now = new Date('2026-11-20T10:00:00Z');
const digest = createHash('sha256').update('what was signed').digest();

let fresh: FreshDatabase;
let custody: OpenCustody;
let authority: TimestampAuthority;
let anchors: readonly ParsedCertificate[];
const servers: Server[] = [];

beforeAll(async () => {
  fresh = await freshDatabase();
  custody = openCustody(fresh);
  authority = new TimestampAuthority(custody.authority.services);
  await authority.stamp(digest, now);
  anchors = (await custody.authority.trustAnchors()).map(parseCertificate);
});
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});
afterAll(async () => {
  await custody.database.close();
  await fresh.drop();
});

interface Behaviour {
  readonly status?: number;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** null: never responds. */
  readonly body: (request: Buffer, message: IncomingMessage) => Promise<Uint8Array> | Uint8Array | null;
}

interface GivenAuthority {
  readonly address: string;
  readonly asked: () => number;
}

/** An external authority that behaves as configured. */
async function givenAuthority(behaviour: Behaviour): Promise<GivenAuthority> {
  let asked = 0;
  const server = createServer(async (request, response) => {
    asked += 1;
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const body = await behaviour.body(Buffer.concat(parts), request);
    if (body === null) return;
    response.writeHead(behaviour.status ?? 200, {
      'content-type': behaviour.type ?? 'application/timestamp-reply',
      ...behaviour.headers,
    });
    response.end(body);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { address: `http://127.0.0.1:${port}/tsr`, asked: () => asked };
}

const honest: Behaviour = { body: (request) => authority.answer(request, now) };

function client(address: string, more: Partial<ConstructorParameters<typeof TimestampClient>[0]> = {}) {
  return new TimestampClient({ address, anchors, policy: null, deadlineMs: 2_000, ...more });
}

async function problemOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'none';
  } catch (error) {
    return error instanceof TimestampError ? error.reason : String(error);
  }
}

describe('an external authority', () => {
  test('gets a fresh nonce each time, and its verified token is used', async () => {
    const requests: string[] = [];
    const given = await givenAuthority({
      body: (request) => {
        requests.push(request.toString('hex'));
        return authority.answer(request, now);
      },
    });
    const asking = client(given.address);
    const stamps = [await asking.stamp(digest, now), await asking.stamp(digest, now)];
    expect(new Set(requests).size).toBe(2);
    expect(stamps[0]).toMatchObject({ time: now, authority: 'Cinnabar Test Timestamp Authority G1' });
    expect(asking.expectedLength).toBeGreaterThanOrEqual(stamps[0]?.token.length ?? 0);
  });

  test('gets the user name and password of its URL, which nobody else sees', async () => {
    let seen: string | undefined;
    const given = await givenAuthority({
      body: (request, message) => {
        seen = message.headers.authorization;
        return authority.answer(request, now);
      },
    });
    const asking = client(given.address.replace('//', '//me:s%40cret@'));
    await asking.stamp(digest, now);
    expect(Buffer.from(seen?.replace('Basic ', '') ?? '', 'base64').toString()).toBe('me:s@cret');
    expect(asking.address).toBe(given.address);
  });

  test.each<[string, string, Behaviour]>([
    ['an answer to another request', 'NONCE_MISMATCH', { body: () => staleReply() }],
    ['a token over other data', 'IMPRINT_MISMATCH', { body: () => replyOver('other data') }],
    ['a refusal', 'REJECTED', { body: () => rejectedResponse('timeNotAvailable', 'no time today') }],
    ['no timestamp at all', 'MALFORMED', { body: () => Buffer.from('<html>') }],
    ['an error page', 'BAD_ANSWER', { status: 500, body: () => Buffer.from('broken') }],
    ['another type', 'BAD_ANSWER', { type: 'text/html', body: honest.body }],
    ['more than anybody sends', 'TOO_LARGE', { body: () => Buffer.alloc(80 * 1024) }],
    [
      'a way to somewhere else',
      'UNREACHABLE',
      { status: 302, headers: { location: 'http://127.0.0.1:1/' }, body: honest.body },
    ],
    ['silence', 'DEADLINE', { body: () => null }],
  ])('with %s is not believed: %s', async (_, reason, behaviour) => {
    const given = await givenAuthority(behaviour);
    expect(await problemOf(client(given.address, { deadlineMs: 500 }).stamp(digest, now))).toBe(reason);
  });

  test('that is unavailable, untrusted, or of another policy yields no timestamp', async () => {
    const given = await givenAuthority(honest);
    expect(await problemOf(client('http://127.0.0.1:1/').stamp(digest, now))).toBe('UNREACHABLE');
    expect(await problemOf(client(given.address, { anchors: [] }).stamp(digest, now))).toBe('NOT_TRUSTED');
    expect(await problemOf(client(given.address, { policy: '1.2.3.4' }).stamp(digest, now))).toBe('REJECTED');
  });
});

describe('several authorities', () => {
  const failover = (
    addresses: readonly string[],
    failures: string[] = [],
  ): { stamp: () => Promise<unknown>; failures: string[] } => {
    const sources = addresses.map((address) => client(address, { deadlineMs: 400 }));
    const all = new TimestampFailover({
      sources,
      deadlineMs: 5_000,
      onFailure: ({ reason }) => failures.push(reason),
    });
    return { stamp: () => all.stamp(digest, now), failures };
  };

  test('are queried in their order until one responds', async () => {
    const first = await givenAuthority({ status: 503, body: () => Buffer.from('') });
    const second = await givenAuthority(honest);
    const third = await givenAuthority(honest);
    const all = failover([first.address, second.address, third.address]);
    await all.stamp();
    expect([first.asked(), second.asked(), third.asked()]).toEqual([1, 1, 0]);
    expect(all.failures).toEqual(['BAD_ANSWER']);
  });

  test('skip a failed one for a while, as long as another responds', async () => {
    const first = await givenAuthority({ status: 503, body: () => Buffer.from('') });
    const second = await givenAuthority(honest);
    const all = failover([first.address, second.address]);
    for (let times = 0; times < 3; times += 1) await all.stamp();
    expect([first.asked(), second.asked()]).toEqual([1, 3]);
  });

  test('that all fail delay only the first signature', async () => {
    const first = await givenAuthority({ body: () => null });
    const all = failover([first.address]);
    expect(await problemOf(all.stamp())).toBe('DEADLINE');
    expect(await problemOf(all.stamp())).toBe('DEADLINE');
    expect(first.asked()).toBe(1);
  });

  test('that recover are used again at once if no other responded', async () => {
    let up = false;
    const first = await givenAuthority({
      body: (request) => (up ? authority.answer(request, now) : rejectedResponse('systemFailure', 'down')),
    });
    const all = failover([first.address]);
    expect(await problemOf(all.stamp())).toBe('REJECTED');
    up = true;
    expect(await problemOf(all.stamp())).toBe('none');
  });
});

describe('settings', () => {
  test.each([
    [{ TSA_URLS: 'ftp://tsa.example.com' }, 'TSA_URLS'],
    [{ TSA_URLS: 'builtin' }, 'TSA_URLS'],
    [{ TSA_URLS: 'https://tsa.example.com' }, 'TSA_TRUST'],
    [{ TSA_POLICY: 'best' }, 'TSA_POLICY'],
    [{ TSA_DEADLINE_MS: '99' }, 'TSA_DEADLINE_MS'],
    [{ TRUST_URL: 'sign.example.com' }, 'TRUST_URL'],
  ])('%j are refused: %s', (environment, named) => {
    expect(() => readConfig(environment)).toThrow(named);
  });

  test('name the authorities in their order', () => {
    const config = readConfig({
      TSA_URLS: 'https://me:secret@tsa.example.com/tsr, built-in',
      TSA_TRUST: '/etc/tsa.pem',
      BASE_URL: 'https://sign.example.com/',
    });
    expect(config.timestampAuthorities).toEqual(['https://me:secret@tsa.example.com/tsr', 'built-in']);
    expect(config.trustUrl).toBe('https://sign.example.com');
    expect(readConfig({ TSA_URLS: 'none' }).timestampAuthorities).toEqual([]);
  });

  test.each([
    ['a file that is not there', '/nowhere/tsa.pem', 'ENOENT'],
    ['a file without certificates', 'package.json', 'contains no PEM certificate'],
  ])('that name %s stop the start', async (_, TSA_TRUST, words) => {
    const config = readConfig({ TSA_URLS: 'https://tsa.example.com', TSA_TRUST });
    const states = new ProviderStates(() => new Date());
    const chosen = chooseTimestamps(config, { signers: custody.authority.services, states }, () => undefined);
    await expect(chosen).rejects.toThrow(InvalidSetting);
    await expect(chosen).rejects.toThrow(words);
  });
});

async function staleReply(): Promise<Uint8Array> {
  return grantedResponse((await authority.stamp(digest, now)).token);
}

async function replyOver(text: string): Promise<Uint8Array> {
  const other = createHash('sha256').update(text).digest();
  return grantedResponse((await authority.stamp(other, now)).token);
}
