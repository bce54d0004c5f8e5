/** Identity checks by Tencent Cloud FaceID and by a gateway of the operator. */
import { frugalIdentity } from '@cinnabar/server/providers/identity/frugal-identity.js';
import { httpIdentity } from '@cinnabar/server/providers/identity/http-identity.js';
import { identityInOrder } from '@cinnabar/server/providers/identity/in-order.js';
import { limitedIdentity } from '@cinnabar/server/providers/identity/limits.js';
import { type IdentityProvider, IdentityUnavailable } from '@cinnabar/server/providers/identity/port.js';
import { tencentIdentity } from '@cinnabar/server/providers/identity/tencent-identity.js';
import { openProviderParts } from '@cinnabar/server/providers/kit/provider-parts.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FAULTS, FakeServer, type Fault } from '../fakes/fake-server.js';
import { FakeIdentityGateway } from '../fakes/identity-gateway.js';
import { GATEWAY_SECRET } from '../fakes/sms-gateway.js';
import { TENCENT_KEY } from '../fakes/tencent-cloud.js';
import { FakeTencentIdentity } from '../fakes/tencent-identity.js';
import { identityContract } from './identity.contract.js';

const person = { realName: '王芳', identNum: '11010519491231002X', mobile: '13800138000' };
const stranger = { ...person, identNum: '440524188001010014' };
const foreigner = { ...person, identNum: 'E12345678' };
const corp = {
  corpName: '北京青禾贸易有限公司',
  corpCode: '91350100M000100Y43',
  legalRepName: '王芳',
  legalRepIdentNo: '11010519491231002X',
};

let tencent: { readonly fake: FakeTencentIdentity; readonly server: FakeServer };
let gateway: { readonly fake: FakeIdentityGateway; readonly server: FakeServer };

async function open(): Promise<void> {
  const registry = new FakeTencentIdentity([person]);
  tencent = { fake: registry, server: await FakeServer.open(registry.answer) };
  const own = new FakeIdentityGateway([person, corp, foreigner]);
  gateway = { fake: own, server: await FakeServer.open(own.answer) };
}

async function close(): Promise<void> {
  await tencent.server.close();
  await gateway.server.close();
}

function byTencent(settings: Readonly<Record<string, string>> = {}) {
  const given = {
    TENCENT_SECRET_ID: TENCENT_KEY.secretId,
    TENCENT_SECRET_KEY: TENCENT_KEY.secretKey,
    TENCENT_IDENTITY_URL: tencent.server.url,
    ...settings,
  };
  return tencentIdentity.open(given, { ...openProviderParts(), provider: 'identity-tencent' });
}

function byGateway(settings: Readonly<Record<string, string>> = {}) {
  const given = { IDENTITY_HTTP_URL: gateway.server.url, IDENTITY_HTTP_SECRET: GATEWAY_SECRET, ...settings };
  return httpIdentity.open(given, { ...openProviderParts(), provider: 'identity-http' });
}

const cutOff = (server: FakeServer) => () => server.failNext(...Array<Fault>(20).fill('broken'));

for (const factors of ['name', 'mobile']) {
  identityContract(`Tencent Cloud FaceID with ${factors}`, async () => {
    await open();
    return {
      adapter: limitedIdentity(byTencent({ TENCENT_IDENTITY_FACTORS: factors }).port),
      known: { person, corp: null },
      wrong: { person: { ...person, realName: '王方' }, corp: null },
      cutOff: cutOff(tencent.server),
      close,
    };
  });
}

identityContract('a gateway', async () => {
  await open();
  return {
    adapter: limitedIdentity(byGateway().port),
    known: { person, corp },
    wrong: { person: { ...person, realName: '王方' }, corp: { ...corp, legalRepName: '王方' } },
    cutOff: cutOff(gateway.server),
    close,
  };
});

/** `unavailable no`: nothing can have been charged. */
async function outcome(port: IdentityProvider, asked = person): Promise<string> {
  try {
    return await port.checkPerson(asked);
  } catch (error) {
    return error instanceof IdentityUnavailable ? `unavailable ${error.reached}` : String(error);
  }
}

describe('a check by Tencent Cloud FaceID', () => {
  beforeEach(open);
  afterEach(close);

  test.each([
    ['name', '0', 'match'],
    ['name', '-1', 'mismatch'],
    ['name', '-2', 'mismatch'],
    ['name', '-3', 'mismatch'],
    ['name', '-4', 'unavailable no'],
    ['name', '-5', 'unknown'],
    ['name', '-6', 'unavailable no'],
    ['name', '-7', 'unavailable no'],
    ['name', '-99', 'unavailable perhaps'],
    ['mobile', '0', 'match'],
    ['mobile', '-4', 'mismatch'],
    ['mobile', '-6', 'mismatch'],
    ['mobile', '-9', 'unknown'],
    ['mobile', '-11', 'unavailable no'],
    ['mobile', '-12', 'unavailable no'],
    ['mobile', '-13', 'unknown'],
    ['name', 'ResourceUnavailable.InArrears', 'unavailable no'],
    ['name', 'InternalError.Timeout', 'unavailable perhaps'],
  ])('by %s: the result %s means %s', async (factors, result, meaning) => {
    tencent.fake.next.push(result);
    expect(await outcome(byTencent({ TENCENT_IDENTITY_FACTORS: factors }).port)).toBe(meaning);
  });

  test('by mobile compares the mobile as well', async () => {
    const other = { ...person, mobile: '13900139000' };
    expect(await byTencent().port.checkPerson(other)).toBe('match');
    expect(await byTencent({ TENCENT_IDENTITY_FACTORS: 'mobile' }).port.checkPerson(other)).toBe('mismatch');
    expect(() => byTencent({ TENCENT_IDENTITY_FACTORS: 'bank' })).toThrow('TENCENT_IDENTITY_FACTORS');
  });

  test('that may have been charged is not repeated', async () => {
    for (const fault of FAULTS.filter((each) => !each.startsWith('silent'))) {
      const asked = tencent.server.requests.length;
      tencent.server.failNext(fault);
      expect(await outcome(byTencent().port)).toBe('unavailable perhaps');
      expect(tencent.server.requests.length).toBe(asked + 1);
    }
    expect(await outcome(byTencent().port)).toBe('match');
  });

  test('with a wrong key is refused, which the operator learns without a charge', async () => {
    expect(await byTencent().check()).toMatchObject({ works: true });
    const wrong = byTencent({ TENCENT_SECRET_KEY: 'another' });
    expect(await wrong.check()).toMatchObject({
      works: false,
      detail: { en: expect.stringContaining('AuthFailure') },
    });
    expect(await outcome(wrong.port)).toBe('unavailable no');
    expect(tencent.fake.charged).toBe(0);
  });
});

describe('a check by a gateway', () => {
  beforeEach(open);
  afterEach(close);

  test('is carried out once, however often its request is repeated', async () => {
    gateway.server.failNext('half', 'garbage');
    expect(await outcome(byGateway().port)).toBe('match');
    expect([gateway.server.requests.length, gateway.fake.asked.length]).toEqual([3, 1]);
  });

  test('that the gateway refuses is not available, and discloses nothing', async () => {
    gateway.fake.refusals.push('BUSY', 'BUSY');
    expect(await outcome(byGateway().port)).toBe('unavailable no');
    const error = await byGateway().port.checkPerson(person).catch(String);
    expect(error).toContain('BUSY');
    expect(error).not.toContain(person.identNum);
  });

  test('with a wrong secret is refused, which the operator learns', async () => {
    expect(await byGateway().check()).toMatchObject({ works: true });
    const wrong = byGateway({ IDENTITY_HTTP_SECRET: 'another secret of 24 bytes or more' });
    expect(await wrong.check()).toMatchObject({
      works: false,
      detail: { en: expect.stringContaining('FORGED') },
    });
    expect(() => byGateway({ IDENTITY_HTTP_SECRET: 'short' })).toThrow('IDENTITY_HTTP_SECRET');
  });
});

describe('a refused check', () => {
  beforeEach(open);
  afterEach(close);

  test('leaves no name and no number in the log, whatever the provider repeats', async () => {
    const details: unknown[] = [];
    const parts = openProviderParts({
      opened: () => undefined,
      ended: ({ detail }) => details.push(detail),
      breakerChanged: () => undefined,
    });
    tencent.fake.next.push('InvalidParameterValue.IdCard');
    gateway.fake.refusals.push('BUSY');
    const settings = { TENCENT_SECRET_ID: TENCENT_KEY.secretId, TENCENT_SECRET_KEY: TENCENT_KEY.secretKey };
    const { port: first } = tencentIdentity.open(
      { ...settings, TENCENT_IDENTITY_URL: tencent.server.url },
      { ...parts, provider: 'identity-tencent' },
    );
    const { port: second } = httpIdentity.open(
      { IDENTITY_HTTP_URL: gateway.server.url, IDENTITY_HTTP_SECRET: GATEWAY_SECRET },
      { ...parts, provider: 'identity-http' },
    );
    for (const port of [first, second]) expect(await outcome(port)).toBe('unavailable no');
    expect(details.map((detail) => String(detail).split(':')[0])).toEqual([
      'InvalidParameterValue.IdCard',
      'BUSY',
    ]);
    for (const detail of details) {
      expect(detail).not.toContain(person.identNum);
      expect(detail).not.toContain(person.realName);
    }
  });
});

describe('several registries', () => {
  beforeEach(open);
  afterEach(close);

  const both = (): IdentityProvider => {
    const registries = identityInOrder([byTencent().port, byGateway().port]);
    if (registries === null) throw new Error('there is none');
    return registries;
  };

  test('are asked one after another for what the first has no record of', async () => {
    expect(await both().checkPerson(person)).toBe('match');
    expect(gateway.fake.asked).toEqual([]);
    expect(await both().checkPerson(foreigner)).toBe('match');
    expect(await both().checkCorp(corp)).toBe('match');
    expect(await both().checkPerson(stranger)).toBe('unknown');
    expect(gateway.fake.asked.length).toBe(3);
  });

  test('are not asked again after a mismatch, or a question that may have been charged', async () => {
    expect(await both().checkPerson({ ...person, realName: '王方' })).toBe('mismatch');
    tencent.server.failNext('half');
    expect(await outcome(both())).toBe('unavailable perhaps');
    expect(gateway.fake.asked).toEqual([]);
    tencent.fake.next.push('-7');
    expect(await outcome(both())).toBe('match');
  });
});

describe('registries that charge', () => {
  let now = 0;
  const frugal = () => frugalIdentity(byGateway().port, () => now);

  beforeEach(async () => {
    now = 0;
    await open();
  });
  afterEach(close);

  test('are asked the same once in five minutes, also at once', async () => {
    const port = frugal();
    expect(await Promise.all([1, 2, 3].map(() => port.checkPerson(person)))).toEqual(Array(3).fill('match'));
    expect(await port.checkCorp(corp)).toBe('match');
    expect(await port.checkCorp({ ...corp, corpName: '另一公司' })).toBe('mismatch');
    expect(gateway.fake.asked.length).toBe(3);
    now = 300_000;
    await port.checkPerson(person);
    expect(gateway.fake.asked.length).toBe(4);
  });

  test('are asked again about what had no record or no answer', async () => {
    const port = frugal();
    for (const _ of [1, 2]) expect(await port.checkPerson(stranger)).toBe('unknown');
    expect(gateway.fake.asked.length).toBe(2);
    gateway.fake.refusals.push('BUSY');
    expect([await outcome(port), await outcome(port)]).toEqual(['unavailable no', 'match']);
  });

  test.each([
    ['a wrong check digit', { ...person, identNum: '110105194912310021' }],
    ['a date that does not exist', { ...person, identNum: '110105194902300020' }],
  ])('are not asked about a number with %s', async (_what, asked) => {
    expect(await frugal().checkPerson(asked)).toBe('mismatch');
    expect(gateway.fake.asked).toEqual([]);
  });

  test('are not asked about an enterprise with an impossible number', async () => {
    expect(await frugal().checkCorp({ ...corp, corpCode: '91350100M000100Y44' })).toBe('mismatch');
    expect(await frugal().checkCorp({ ...corp, legalRepIdentNo: '110105194912310021' })).toBe('mismatch');
    expect(gateway.fake.asked).toEqual([]);
  });
});
