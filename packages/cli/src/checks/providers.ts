import { providerKinds } from '@cinnabar/server/composition/choose-providers.js';
import type { Config } from '@cinnabar/server/settings/config.js';
import { error, type Finding, ok, warn } from './finding.js';

/** External providers, and the consequence of using the sandbox in place of each. */
const providers = [
  {
    name: 'sms',
    port: 'sms',
    risk: 'every text message is dropped and kept nowhere, so nobody gets a verification code',
  },
  {
    name: 'identity',
    port: 'identity',
    risk: 'nobody checks whether a name and an ID document number belong together',
  },
  { name: 'pay', port: 'pay', risk: 'nobody can pay with a contract' },
  { name: 'face', port: 'faces', risk: 'nobody can prove by their face who they are' },
] as const;

/** Sandbox providers are expected in sandbox mode and dangerous in production. */
export function checkProviders(config: Config): readonly Finding[] {
  const kinds = providerKinds(config);
  return providers.map(({ name, port, risk }) => {
    const check = `provider-${name}`;
    const kind = kinds[port];
    if (typeof kind === 'object') return ok(check, kind.adapter);
    if (config.mode === 'sandbox') return ok(check, 'sandbox');
    if (kind === 'sandbox') {
      return warn(
        check,
        `the sandbox's, as ALLOW_SANDBOX_PROVIDERS says: ${risk}`,
        'connect a real provider',
      );
    }
    // The service starts without these providers.
    if (port === 'pay' || port === 'faces')
      return warn(check, `there is no real provider: ${risk}`, 'connect a real provider');
    return error(
      check,
      `there is no real provider, and the service does not start: ${risk}`,
      `name it in ALLOW_SANDBOX_PROVIDERS (${name}) if that is what you want`,
    );
  });
}
