import { adapters } from '@cinnabar/server/composition/adapters.js';
import { openRealProviders, providerKinds } from '@cinnabar/server/composition/choose-providers.js';
import { chosenAdapter } from '@cinnabar/server/composition/chosen-adapter.js';
import { newMasterKey } from '@cinnabar/server/custody/master-key.js';
import type { Adapter } from '@cinnabar/server/providers/adapter.js';
import type { SmsSender } from '@cinnabar/server/providers/sms/port.js';
import { readConfig } from '@cinnabar/server/settings/read-config.js';
import { describe, expect, test } from 'vitest';

const adapter = (name: string, settings: Adapter<SmsSender>['settings']): Adapter<SmsSender> => ({
  name,
  settings,
  open: () => ({ send: async () => undefined }),
});
const east = adapter('east', { EAST_KEY: 'required', EAST_SIGN: 'required', EAST_REGION: 'optional' });
const west = adapter('west', { WEST_KEY: 'required' });
const production = {
  ...readConfig({
    MODE: 'production',
    MASTER_KEY: newMasterKey(),
    DATABASE_URL: 'postgresql://cinnabar@localhost/cinnabar',
    BASE_URL: 'https://sign.example.com',
    ALLOW_SANDBOX_PROVIDERS: 'identity',
  }),
  adapterSettings: { WEST_KEY: 'k' },
};

describe('among the adapters of a port', () => {
  test('the first one whose settings are given is used', () => {
    const choose = (given: Record<string, string>) => chosenAdapter([east, west], given)?.name ?? null;
    expect(choose({})).toBeNull();
    expect(choose({ WEST_KEY: 'k' })).toBe('west');
    expect(choose({ WEST_KEY: 'k', EAST_KEY: 'k', EAST_SIGN: 's' })).toBe('east');
  });

  test.each([{ EAST_KEY: 'k', WEST_KEY: 'k' }, { EAST_REGION: 'r' }])(
    'one with incomplete settings prevents the start: %j',
    (given) => {
      expect(() => chosenAdapter([east, west], given)).toThrow(/^EAST_(KEY|SIGN): is required for east/);
    },
  );
});

const none = { sms: null, identity: null, faces: null, pay: null };

describe('production', () => {
  test('starts only with a real provider for each required port', () => {
    expect(() => openRealProviders(production)).toThrow('no real provider for sms,');
    const registered = { ...adapters, sms: [east, west] };
    expect(openRealProviders(production, registered)).toEqual({
      ...none,
      sms: { send: expect.any(Function) },
    });
    expect(providerKinds(production, registered)).toEqual({
      sms: { adapter: 'west' },
      identity: 'sandbox',
      faces: 'none',
      pay: 'none',
    });
  });
});
