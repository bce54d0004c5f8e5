import { queryCorpHasPayChannel } from '@cinnabar/api/operations/payments.js';
import { newMasterKey } from '@cinnabar/server/custody/master-key.js';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import { type BesideTheService, besideTheService } from './beside-the-service.js';

// Every test starts several processes.
vi.setConfig({ testTimeout: 180_000 });

describe('channel add and channel disable, beside the running service', () => {
  let cli: BesideTheService;
  let merchant: Enterprise;

  beforeAll(async () => {
    cli = await besideTheService();
    merchant = await givenEnterprise(cli.running);
  });
  afterAll(() => cli.close());

  const channel = (...args: readonly string[]) => cli.run('channel', ...args);
  const account = ['--app-id', 'wx1', '--merchant-account', '1900000109'];
  const hasOne = () => merchant.owner.client.data(queryCorpHasPayChannel, { corpId: merchant.corpId });

  it('add a payment channel to an enterprise, and disable it again', async () => {
    const corp = ['--corp', String(merchant.corpId), '--pay-type', 'chatAQrCode', ...account];
    expect(await hasOne()).toBe(false);
    const added = await channel('add', ...corp, '--json');
    expect([added.code, added.errors]).toEqual([0, '']);
    const { channelModelId, ...told }: { channelModelId: number } = JSON.parse(added.out);
    expect(told).toEqual({ corpId: merchant.corpId, payType: 'chatAQrCode' });
    expect(await hasOne()).toBe(true);

    const twice = await channel('add', ...corp);
    expect([twice.code, twice.errors]).toEqual([1, expect.stringContaining('already')]);

    expect(await channel('disable', '--id', String(channelModelId))).toMatchObject({ code: 0, errors: '' });
    expect(await hasOne()).toBe(false);
    expect((await channel('add', ...corp)).code).toBe(0);
  });

  it('apply to the platform itself, too', async () => {
    const { code, out } = await channel('add', '--platform', '--pay-type', 'payAPC', ...account);
    expect([code, out]).toEqual([0, expect.stringContaining('payAPC')]);
  });

  it.each([
    [2, 'either --corp or --platform', ['add', '--pay-type', 'payAPC', ...account]],
    [
      2,
      'either --corp or --platform',
      ['add', '--corp', '1', '--platform', '--pay-type', 'payAPC', ...account],
    ],
    [2, '--pay-type must be one of', ['add', '--platform', '--pay-type', 'cash', ...account]],
    [
      2,
      '--merchant-type',
      ['add', '--platform', '--pay-type', 'payAMobile', ...account, '--merchant-type', '4'],
    ],
    [1, 'there is no enterprise', ['add', '--corp', '999999999', '--pay-type', 'payAPC', ...account]],
    [1, 'there is no pay channel', ['disable', '--id', '999999999']],
    [2, '--id', ['disable', '--id', 'x']],
  ] as const)('exit with %i: %s', async (code, words, args) => {
    const ran = await channel(...args);
    expect([ran.code, ran.errors]).toEqual([code, expect.stringContaining(words)]);
  });

  it('refuse a channel in production without a provider for it', async () => {
    const settings = {
      MODE: 'production',
      MASTER_KEY: newMasterKey(),
      BASE_URL: 'https://sign.example.com',
    };
    const args = ['add', '--platform', '--pay-type', 'payAPre', ...account];
    const ran = await cli.runWith(settings, 'channel', ...args);
    expect([ran.code, ran.errors]).toEqual([1, expect.stringContaining('no payment provider')]);
  });
});
