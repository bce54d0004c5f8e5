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
  /** null if there is none: face checks are then refused, and everything else works. */
  readonly faces: FaceProvider | null;
  readonly pay: PayProvider;
}

/** Ports that the service requires, by the names used in ALLOW_SANDBOX_PROVIDERS. */
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

/** The implementation of each port: the name of an adapter to a real provider, the sandbox's simulation, or none. */
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
    // In the sandbox users choose the result of a face check themselves, which must not be possible elsewhere.
    faces: kind('faces', false),
    pay: kind('pay', allowed.includes('pay')),
  };
}

/**
 * In production a sandbox provider must be allowed explicitly: undelivered messages and unverified identities are worse
 * than a service that does not start.
 * @throws InvalidSetting
 */
function judgeProviders(config: Config, registered: Adapters = adapters): void {
  const kinds = providerKinds(config, registered);
  const missing = indispensable.filter((name) => kinds[name] === 'none');
  if (missing.length > 0) {
    throw new InvalidSetting(
      'ALLOW_SANDBOX_PROVIDERS',
      `there is no real provider for ${missing.join(' and ')}, and production uses the sandbox's only if this ` +
        `setting names it (${indispensable.join(',')})`,
    );
  }
}

/** Adapters to real providers; null if the settings of none are given. */
export interface RealProviders {
  readonly sms: SmsSender | null;
  readonly identity: IdentityProvider | null;
  readonly faces: FaceProvider | null;
  readonly pay: PayProvider | null;
}

/**
 * Opens the adapters to real providers. Called before the database is touched: invalid settings must leave it
 * unchanged.
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
 * @param parts.sandbox its adapters, if it is loaded
 */
export async function chooseProviders(
  { mode }: Pick<Config, 'mode'>,
  parts: { readonly db: Db; readonly real: RealProviders; readonly sandbox: Providers | null },
): Promise<Providers> {
  const { db, real, sandbox } = parts;
  // Production stores no readable messages, and deletes those left by a sandbox on the same database.
  if (mode === 'production') await db.deleteFrom('sandbox_messages').execute();
  // Of the sandbox's adapters, production can be configured to use only that of payments.
  const trial = mode === 'sandbox' ? sandbox : null;
  const faces = real.faces ?? trial?.faces ?? null;
  return {
    sms: limitedSms(real.sms ?? trial?.sms ?? discardingSms),
    identity: limitedIdentity(real.identity ?? trial?.identity ?? uncheckedIdentity),
    faces: faces === null ? null : limitedFaces(faces),
    // Contracts can be signed without payments, so production starts without a payment provider.
    pay: limitedPay(real.pay ?? sandbox?.pay ?? noPayProvider),
  };
}
