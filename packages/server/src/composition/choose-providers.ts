import type { Db } from '../database/schema.js';
import { limitedFaces } from '../providers/face/limits.js';
import type { FaceProvider } from '../providers/face/port.js';
import { limitedIdentity } from '../providers/identity/limits.js';
import type { IdentityProvider } from '../providers/identity/port.js';
import { uncheckedIdentity } from '../providers/identity/unchecked-identity.js';
import { limitedPay } from '../providers/pay/limits.js';
import { noPayProvider } from '../providers/pay/no-pay-provider.js';
import type { PayProvider } from '../providers/pay/port.js';
import { discardingSms } from '../providers/sms/discarding-sms.js';
import { limitedSms } from '../providers/sms/limits.js';
import type { SmsSender } from '../providers/sms/port.js';
import { type Config, InvalidSetting } from '../settings/config.js';
import { type Adapters, adapters } from './adapters.js';
import { chosenAdapter } from './chosen-adapter.js';

export interface Providers {
  readonly sms: SmsSender;
  readonly identity: IdentityProvider;
  /** null where there is none: face checks are then refused, and all else works without them. */
  readonly faces: FaceProvider | null;
  readonly pay: PayProvider;
}

/** What a service cannot do without, by the names that ALLOW_SANDBOX_PROVIDERS takes. */
const indispensable = ['sms', 'identity'] as const;

/** The adapters to real providers whose settings are given. */
function chosenAdapters({ adapterSettings }: Config, registered: Adapters) {
  return {
    sms: chosenAdapter(registered.sms, adapterSettings),
    identity: chosenAdapter(registered.identity, adapterSettings),
    faces: chosenAdapter(registered.faces, adapterSettings),
    pay: chosenAdapter(registered.pay, adapterSettings),
  };
}

/** What serves each port: the name of an adapter to a real provider, the sandbox's stand-in, or nothing. */
export function providerKinds(
  config: Config,
  registered: Adapters = adapters,
): Readonly<Record<keyof Adapters, { readonly adapter: string } | 'sandbox' | 'none'>> {
  const chosen = chosenAdapters(config, registered);
  const kind = (port: keyof Adapters, isAllowed: boolean) => {
    const adapter = chosen[port];
    if (adapter !== null) return { adapter: adapter.name };
    return config.mode === 'sandbox' || isAllowed ? 'sandbox' : 'none';
  };
  const { allowSandboxProviders: allowed } = config;
  return {
    sms: kind('sms', allowed.includes('sms')),
    identity: kind('identity', allowed.includes('identity')),
    // In the sandbox everybody says themselves how a face check ends, which nothing may allow elsewhere.
    faces: kind('faces', false),
    pay: kind('pay', allowed.includes('pay')),
  };
}

/**
 * In production a stand-in must have been named on purpose: texts that nobody gets and identities that nobody checks
 * are worse than a service that does not start.
 * @throws InvalidSetting
 */
export function judgeProviders(config: Config, registered: Adapters = adapters): void {
  const kinds = providerKinds(config, registered);
  const missing = indispensable.filter((name) => kinds[name] === 'none');
  if (missing.length > 0) {
    throw new InvalidSetting(
      'ALLOW_SANDBOX_PROVIDERS',
      `there is no real provider for ${missing.join(' and ')}, and production takes the sandbox's only where this ` +
        `setting names it (${indispensable.join(',')})`,
    );
  }
}

/**
 * The adapters of everything outside, each with the limits of its port.
 * @param sandbox its adapters, where it is loaded
 */
export async function chooseProviders(
  config: Config,
  { db, sandbox }: { readonly db: Db; readonly sandbox: Providers | null },
  registered: Adapters = adapters,
): Promise<Providers> {
  judgeProviders(config, registered);
  const chosen = chosenAdapters(config, registered);
  const { adapterSettings: settings, mode } = config;
  // Production keeps no readable message, nor what a sandbox left on the same database.
  if (mode === 'production') await db.deleteFrom('sandbox_messages').execute();
  const trial = mode === 'sandbox' ? sandbox : null;
  const sms = chosen.sms?.open(settings) ?? trial?.sms ?? discardingSms;
  const identity = chosen.identity?.open(settings) ?? trial?.identity ?? uncheckedIdentity;
  const faces = chosen.faces?.open(settings) ?? trial?.faces ?? null;
  // Contracts can be signed where nobody is paid, so that production starts without a payment provider all the same.
  const pay = chosen.pay?.open(settings) ?? sandbox?.pay ?? noPayProvider;
  return {
    sms: limitedSms(sms),
    identity: limitedIdentity(identity),
    faces: faces === null ? null : limitedFaces(faces),
    pay: limitedPay(pay),
  };
}
