import { judgeProviders, providerKinds } from '@cinnabar/server/composition/choose-providers.js';
import { chosenAdapters } from '@cinnabar/server/composition/chosen-adapter.js';
import { openProviders } from '@cinnabar/server/composition/open-providers.js';
import { newMasterKey } from '@cinnabar/server/custody/master-key.js';
import type { Adapter } from '@cinnabar/server/providers/adapter.js';
import { SmsNotSent, type SmsProvider } from '@cinnabar/server/providers/sms/port.js';
import { readConfig } from '@cinnabar/server/settings/read-config.js';
import { describe, expect, test } from 'vitest';

const adapter = (name: string, settings: Adapter<SmsProvider>['settings']): Adapter<SmsProvider> => ({
  name,
  settings,
  open: () => ({
    port: {
      send: async () => 'as the test wants it',
      find: async () => {
        throw new SmsNotSent('UNKNOWN', 'as the test wants it');
      },
      receipts: { path: `/notifications/sms/${name}`, confirmation: '', read: () => [] },
      templates: null,
    },
    check: async () => ({ works: true, detail: { zh: '如测试所需', en: 'as the test wants it' } }),
  }),
});
const east = adapter('east', { EAST_KEY: 'secret', EAST_SIGN: 'required', EAST_REGION: 'optional' });
const west = adapter('west', { WEST_KEY: 'required', WEST_TOKEN: 'optional secret' });

const production = (given: Record<string, string>) =>
  readConfig({
    MODE: 'production',
    MASTER_KEY: newMasterKey(),
    DATABASE_URL: 'postgresql://cinnabar@localhost/cinnabar',
    BASE_URL: 'https://sign.example.com',
    ...given,
  });

describe('among the adapters of a port', () => {
  const choose = (names: readonly string[], given: Record<string, string>) =>
    chosenAdapters([east, west], { setting: 'SMS_PROVIDERS', names, given }).map(({ name }) => name);

  test('those that the setting names are used, in its order, whatever other settings are given', () => {
    const given = { EAST_KEY: 'k', EAST_SIGN: 's', WEST_KEY: 'k' };
    expect(choose([], given)).toEqual([]);
    expect(choose(['west'], given)).toEqual(['west']);
    expect(choose(['west', 'east'], given)).toEqual(['west', 'east']);
  });

  test.each([
    [{ EAST_KEY: 'k', WEST_KEY: 'k' }, /^EAST_SIGN: is required for east/],
    [{ EAST_SIGN: 's', EAST_REGION: 'r' }, /^EAST_KEY: is required for east/],
  ])('one with incomplete settings prevents the start: %j', (given, problem) => {
    expect(() => choose(['west', 'east'], { WEST_KEY: 'k', ...given })).toThrow(problem);
  });

  test('one that does not exist prevents the start', () => {
    expect(() => choose(['north'], {})).toThrow(
      'SMS_PROVIDERS: there is no provider north; known are: east, west',
    );
  });

  test.each([
    [{ SMS_PROVIDERS: 'east,east' }, 'SMS_PROVIDERS: names a provider twice'],
    [{ FACE_CHANNEL_A: 'east,west' }, 'FACE_CHANNEL_A: must name one provider'],
  ])('%j is refused', (given, problem) => {
    expect(() => readConfig(given)).toThrow(problem);
  });
});

describe('production', () => {
  test('starts only with a real provider for each required port', () => {
    expect(() => judgeProviders(production({ ALLOW_SANDBOX_PROVIDERS: 'identity' }))).toThrow(
      'SMS_PROVIDERS: there is no real provider for sms,',
    );
    const config = production({ ALLOW_SANDBOX_PROVIDERS: 'identity', SMS_PROVIDERS: 'west, east' });
    expect(() => judgeProviders(config)).not.toThrow();
    expect(providerKinds(config)).toEqual({
      sms: 'real',
      mail: 'none',
      identity: 'sandbox',
      faces: 'none',
      pay: 'none',
      certificates: 'none',
    });
  });

  test('opens the adapters in the order of the settings', () => {
    const config = {
      ...production({ SMS_PROVIDERS: 'west,east' }),
      adapterSettings: { EAST_KEY: 'k', EAST_SIGN: 's', WEST_KEY: 'k' },
    };
    const registered = { sms: [east, west], mail: [], identity: [], faces: [], pay: [], certificates: [] };
    const { sms, ...others } = openProviders(config, { registered });
    expect(sms.map(({ name }) => name)).toEqual(['west', 'east']);
    expect(others).toEqual({
      mail: [],
      identity: [],
      channelA: [],
      channelB: [],
      pay: [],
      certificates: [],
      personCertificates: [],
    });
  });
});
