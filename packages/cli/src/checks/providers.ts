import type { Config } from '@cinnabar/server/settings/config.js';
import { error, type Finding, ok, warn } from './finding.js';

/** What the service needs from outside, and what goes wrong where the sandbox stands in for it. */
const providers = [
  { name: 'sms', risk: 'every text message is dropped and kept nowhere, so nobody gets a verification code' },
  { name: 'identity', risk: 'nobody checks whether a name and a certificate number belong together' },
  { name: 'pay', risk: 'nobody can pay with a contract' },
  { name: 'face', risk: 'nobody can prove by their face who they are' },
] as const;

/** The sandbox's stand-ins are what a sandbox is for, and a danger in production. */
export function checkProviders({ mode, allowSandboxProviders }: Config): readonly Finding[] {
  return providers.map(({ name, risk }) => {
    const check = `provider-${name}`;
    if (mode === 'sandbox') return ok(check, 'sandbox');
    // Whoever tries the sandbox out says themselves how its face checks end: that is nothing to allow elsewhere.
    if (name !== 'face' && allowSandboxProviders.includes(name)) {
      return warn(
        check,
        `the sandbox's, as ALLOW_SANDBOX_PROVIDERS says: ${risk}`,
        'connect a real provider',
      );
    }
    // The service starts without these.
    if (name === 'pay' || name === 'face')
      return warn(check, `there is no real provider: ${risk}`, 'connect a real provider');
    return error(
      check,
      `there is no real provider, and the service does not start: ${risk}`,
      `name it in ALLOW_SANDBOX_PROVIDERS (${name}) if that is what you want`,
    );
  });
}
