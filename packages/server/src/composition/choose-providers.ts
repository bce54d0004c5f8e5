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
function judgeProviders(config: Config, registered: Adapters = adapters): void {
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

/** Adapters to real providers, null where the settings of none are given. */
export interface RealProviders {
  readonly sms: SmsSender | null;
  readonly identity: IdentityProvider | null;
  readonly faces: FaceProvider | null;
  readonly pay: PayProvider | null;
}

/**
 * Opens the adapters to real providers. Called before the database is touched: wrong settings must leave it as it was.
 * @throws InvalidSetting
 */
export function openRealProviders(config: Config, registered: Adapters = adapters): RealProviders {
  judgeProviders(config, registered);
  const { sms, identity, faces, pay } = chosenAdapters(config, registered);
  const { adapterSettings: settings } = config;
  return {
    sms: sms?.open(settings) ?? null,
    identity: identity?.open(settings) ?? null,
    faces: faces?.open(settings) ?? null,
    pay: pay?.open(settings) ?? null,
  };
}

/**
 * The provider of each port, with the limits of the port.
 * @param parts.sandbox its adapters, where it is loaded
 */
export async function chooseProviders(
  { mode }: Pick<Config, 'mode'>,
  parts: { readonly db: Db; readonly real: RealProviders; readonly sandbox: Providers | null },
): Promise<Providers> {
  const { db, real, sandbox } = parts;
  // Production keeps no readable message, nor what a sandbox left on the same database.
  if (mode === 'production') await db.deleteFrom('sandbox_messages').execute();
  // Of the sandbox's adapters production may be told to use the one of payments only.
  const trial = mode === 'sandbox' ? sandbox : null;
  const faces = real.faces ?? trial?.faces ?? null;
  return {
    sms: limitedSms(real.sms ?? trial?.sms ?? discardingSms),
    identity: limitedIdentity(real.identity ?? trial?.identity ?? uncheckedIdentity),
    faces: faces === null ? null : limitedFaces(faces),
    // Contracts can be signed where nobody is paid, so that production starts without a payment provider all the same.
    pay: limitedPay(real.pay ?? sandbox?.pay ?? noPayProvider),
  };
}
