/** Face checks by Tencent Cloud FaceID. */

import { limitedFaces } from '@cinnabar/server/providers/face/limits.js';
import { type FaceDevice, FaceReturnInvalid, FaceUnavailable } from '@cinnabar/server/providers/face/port.js';
import { kycSignature } from '@cinnabar/server/providers/face/tencent-kyc/signature.js';
import { TencentKyc, tencentKyc } from '@cinnabar/server/providers/face/tencent-kyc/tencent-kyc.js';
import { openProviderParts } from '@cinnabar/server/providers/kit/provider-parts.js';
import { TicketsInMemory } from '@cinnabar/server/providers/kit/ticket-store.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FAULTS, type Fault } from '../fakes/fake-server.js';
import { FakeTencentFaceId } from '../fakes/tencent-faceid.js';
import { faceContract, faceRequest } from './face.contract.js';

const MINUTE_MS = 60_000;

let fake: FakeTencentFaceId;
let now: Date;
let tickets: TicketsInMemory;

function adapter(): TencentKyc {
  const parts = {
    ...openProviderParts(),
    provider: 'faces-tencent',
    clock: { now: () => now, offsetMs: 0 },
    tickets,
  };
  return new TencentKyc({ appId: fake.appId, secret: fake.secret, baseUrl: fake.server.url }, parts);
}

async function open() {
  now = new Date();
  tickets = new TicketsInMemory();
  fake = await FakeTencentFaceId.open(() => now);
}

const later = (minutes: number): void => {
  now = new Date(now.getTime() + minutes * MINUTE_MS);
};

const numbered = (count: number) => ({ ...faceRequest, attemptNo: String(count).padStart(32, '0') });

/** A check on a device, finished with a code: what the service stored, and the parameters of the return. */
async function finished(device: FaceDevice = 'phone', code = '0') {
  const faces = adapter();
  const request = { ...faceRequest, device };
  const { h5faceId, page } = await faces.begin(request);
  const returned = Object.fromEntries(fake.visit(page.url, code).searchParams);
  return { faces, check: { ...request, h5faceId }, page, returned };
}

faceContract(async () => {
  await open();
  const pages = new Map<string, string>();
  const faces = adapter();
  return {
    adapter: limitedFaces({
      serves: () => true,
      async begin(request) {
        const started = await faces.begin(request);
        pages.set(started.h5faceId, started.page.url);
        return started;
      },
      result: (check, returned) => faces.result(check, returned),
    }),
    channels: ['channelA'],
    async finish(h5faceId, verdict) {
      const address = fake.visit(pages.get(h5faceId) ?? '', verdict === 'pass' ? '0' : '66660004');
      return Object.fromEntries(address.searchParams);
    },
    cutOff: () => fake.server.failNext(...Array<Fault>(20).fill('broken')),
    close: () => fake.server.close(),
  };
});

describe('signatures', () => {
  const ticket = 'duSz9ptwyW1Xn7r6gYItxz3feMdJ8Na5x7JZuoxurE7RcI5TdwCE4KT2eEeNNDoe';

  test.each([
    [
      'of a submitted identity',
      ['appId001', '19959248596551', 'testName', '4300000000000', '19959248596551', '1.0.0', ticket],
      '11670F8BD6181CF71FB4656534253A0627D835CF',
    ],
    [
      'of a query',
      [
        ...['IDAXXXXX', 'userID19959248596551', 'kHoSxvLZGxSoFsjxlbzEoUzh5PAnTU7T', '1.0.0'],
        'XO99Qfxlti9iTVgHAjwvJdAZKN3nMuUhrsPdPlPVKlcyS50N6tlLnfuFBPIucaMS',
      ],
      'D7606F1741DDCF90757DA924EDCF152A200AC7F0',
    ],
    [
      'of a return',
      ['appId001', 'test1480921551481', ticket, '0'],
      '526365E042766AE27A6E52D2E4829D4C6E156B5D',
    ],
    [
      'of a page address',
      [
        ...['appId001', 'userID19959248596551', 'kHoSxvLZGxSoFsjxlbzEoUzh5PAnTU7T', '1.0.0'],
        ...['bwiwe1457895464', 'aabc1457895464'],
        'zxc9Qfxlti9iTVgHAjwvJdAZKN3nMuUhrsPdPlPVKlcyS50N6tlLnfuFBPIucaMS',
      ],
      '4E9DFABF938BF37BDB7A7DC25CCA1233D12D986B',
    ],
  ])('%s are those of the provider’s documentation', (_of, values, signature) => {
    expect(kycSignature(values)).toBe(signature);
    expect(kycSignature(values.toReversed())).toBe(signature);
  });
});

describe('a check by Tencent Cloud FaceID', () => {
  beforeEach(open);
  afterEach(() => fake.server.close());

  test.each([
    ['phone', '/api/web/login', 'newSignature'],
    ['pc', '/api/pc/login', 'newSign'],
  ] as const)('on a %s has a page of its own, and returns with %s', async (device, path, parameter) => {
    const { faces, check, page, returned } = await finished(device);
    expect([page.way, new URL(page.url).pathname]).toEqual(['open', path]);
    expect(returned).toHaveProperty(parameter);
    expect(await faces.result(check, returned)).toEqual({
      verdict: 'pass',
      identity: null,
      record: {
        ...{ code: '0', orderNo: check.attemptNo, liveRate: '99', similarity: '97.50' },
        ...{ occurredTime: '20261123080000', bizSeqNo: expect.any(String) },
        ...{ provider: 'tencent', request: expect.any(String) },
      },
    });
  });

  test('submits the person under a pseudonym, and asks for no picture', async () => {
    const { faces, check, returned } = await finished();
    await faces.result(check, returned);
    const submitted = fake.checks.get(check.attemptNo);
    expect(submitted).toMatchObject({ name: '王芳', idNo: '110101199003070009', userId: faceRequest.person });
    const query = fake.server.requests.find(({ url }) => url.pathname.endsWith('queryfacerecord'));
    expect(JSON.parse(query?.body.toString() ?? '')).not.toHaveProperty('getFile');
  });

  test('needs no query if the return says that it failed', async () => {
    const { faces, check, returned } = await finished('phone', '3003');
    expect(await faces.result(check, returned)).toMatchObject({ verdict: 'fail', record: { code: '3003' } });
    expect(fake.server.requests.filter(({ url }) => url.pathname.endsWith('queryfacerecord'))).toEqual([]);
  });

  test('does not pass because the return says so: the provider’s record decides', async () => {
    const { faces, check } = await finished('phone', '66660004');
    const forged = {
      ...{ code: '0', orderNo: check.attemptNo, h5faceId: check.h5faceId },
      newSignature: fake.returnSign(check.attemptNo, '0'),
    };
    expect(await faces.result(check, forged)).toMatchObject({
      verdict: 'fail',
      record: { code: '66660004' },
    });
  });

  test.each([
    ['another code', { code: '0x' }],
    ['the number of another attempt', { orderNo: 'another1another1another1another1' }],
    ['another id of the check', { h5faceId: 'another' }],
    ['another signature', { newSignature: 'A'.repeat(40) }],
    ['a signature of another length', { newSignature: 'A' }],
    ['both signatures', { newSign: 'A'.repeat(40) }],
  ])('is not decided by a return with %s', async (_what, changed) => {
    const { faces, check, returned } = await finished();
    await expect(faces.result(check, { ...returned, ...changed })).rejects.toThrow(FaceReturnInvalid);
    expect(await faces.result(check, returned)).toMatchObject({ verdict: 'pass' });
  });

  test.each([
    ['phone', 'newSignature', 'newSign'],
    ['pc', 'newSign', 'newSignature'],
  ] as const)('on a %s is not decided by the parameter of the other page', async (device, own, foreign) => {
    const { faces, check, returned } = await finished(device);
    const { [own]: sign = '', ...others } = returned;
    await expect(faces.result(check, { ...others, [foreign]: sign })).rejects.toThrow(FaceReturnInvalid);
  });

  test.each(FAULTS.filter((fault) => !fault.startsWith('silent')))(
    'cannot be made while the provider is %s, and can afterwards',
    async (fault) => {
      const faces = limitedFaces(adapter());
      fake.server.failNext(fault, fault, fault);
      await expect(faces.begin(numbered(1))).rejects.toThrow(FaceUnavailable);
      expect(await faces.begin(numbered(2))).toMatchObject({ h5faceId: expect.any(String) });
    },
  );

  test('stays undecided while the provider has no record or cannot be asked', async () => {
    const { faces, check, returned } = await finished();
    fake.server.failNext('garbage', 'half', 'broken');
    await expect(faces.result(check, returned)).rejects.toThrow(FaceUnavailable);
    const stored = fake.checks.get(check.attemptNo);
    if (stored === undefined) throw new Error('there is no check');
    stored.code = null;
    expect(await faces.result(check, returned)).toBeNull();
    stored.code = '0';
    expect(await faces.result(check, returned)).toMatchObject({ verdict: 'pass' });
  });
});

describe('tickets', () => {
  beforeEach(open);
  afterEach(() => fake.server.close());

  const obtained = (): number => fake.accessTokens.length;

  test('are obtained by one of all processes, and used by all', async () => {
    const processes = [adapter(), adapter(), adapter()];
    await Promise.all(Array.from({ length: 9 }, (_, at) => processes[at % 3]?.begin(numbered(at))));
    expect([obtained(), fake.signTickets.length, fake.checks.size]).toEqual([1, 1, 9]);
  });

  test('are renewed after 20 minutes, by one process', async () => {
    await adapter().begin(numbered(1));
    later(19);
    await adapter().begin(numbered(2));
    expect(obtained()).toBe(1);
    later(1);
    await Promise.all([adapter().begin(numbered(3)), adapter().begin(numbered(4))]);
    expect(obtained()).toBe(2);
  });

  test('are renewed when somebody else has replaced them, but not for every refusal', async () => {
    const faces = adapter();
    await faces.begin(numbered(1));
    fake.renewTickets();
    later(2);
    expect(await faces.begin(numbered(2))).toMatchObject({ h5faceId: expect.any(String) });
    expect(obtained()).toBe(3);
    // The number was used, which other tickets do not change.
    await expect(faces.begin(numbered(2))).rejects.toThrow(FaceUnavailable);
    expect(obtained()).toBe(3);
  });

  test('that could not be obtained are obtained by the next who needs them', async () => {
    fake.server.failNext('broken', 'broken', 'broken');
    await expect(adapter().begin(numbered(1))).rejects.toThrow(FaceUnavailable);
    expect(await adapter().begin(numbered(2))).toMatchObject({ h5faceId: expect.any(String) });
  });

  test('of the last hour verify a return, older ones do not', async () => {
    const { faces, check, returned } = await finished();
    later(60);
    await faces.begin(numbered(3));
    expect(await faces.result(check, returned)).toMatchObject({ verdict: 'pass' });
    later(11);
    await expect(faces.result(check, returned)).rejects.toThrow(FaceReturnInvalid);
  });

  test('prove the account to the operator', async () => {
    const settings = { TENCENT_FACE_APP_ID: fake.appId, TENCENT_FACE_URL: fake.server.url };
    const parts = { ...openProviderParts(), provider: 'faces-tencent', tickets };
    const right = tencentKyc.open({ ...settings, TENCENT_FACE_SECRET: fake.secret }, parts);
    expect(await right.check()).toMatchObject({ works: true });
    const wrong = tencentKyc.open(
      { ...settings, TENCENT_FACE_APP_ID: 'another', TENCENT_FACE_SECRET: '' },
      parts,
    );
    expect(await wrong.check()).toMatchObject({
      works: false,
      detail: { en: expect.stringContaining('400101') },
    });
  });
});
