import { RecordedSms } from '../areas/sms/index.js';
import type { Clock } from '../clock.js';
import type { Db } from '../database/schema.js';
import { facesByChannel } from '../providers/face/by-channel.js';
import { limitedFaces } from '../providers/face/limits.js';
import type { FaceProvider } from '../providers/face/port.js';
import { frugalIdentity } from '../providers/identity/frugal-identity.js';
import { identityInOrder } from '../providers/identity/in-order.js';
import { limitedIdentity } from '../providers/identity/limits.js';
import type { IdentityProvider } from '../providers/identity/port.js';
import { uncheckedIdentity } from '../providers/identity/unchecked-identity.js';
import type { MailSender } from '../providers/mail/port.js';
import { channelPay, type PayProviders } from '../providers/pay/channel-pay.js';
import { limitedPay } from '../providers/pay/limits.js';
import { noPayProvider } from '../providers/pay/no-pay-provider.js';
import type { ChannelPay, PayProvider } from '../providers/pay/port.js';
import { discardingSms } from '../providers/sms/discarding-sms.js';
import { limitedSms } from '../providers/sms/limits.js';
import type { SmsSender } from '../providers/sms/port.js';
import { type Config, InvalidSetting } from '../settings/config.js';
import type { Adapters } from './adapters.js';
import type { RealProviders } from './open-providers.js';

export interface Providers {
  readonly sms: SmsSender;
  /** null if there is none: notices are then sent by text message only. */
  readonly mail: MailSender | null;
  readonly identity: IdentityProvider;
  /** null if there is none: face checks are then refused, and everything else works. */
  readonly faces: FaceProvider | null;
  readonly pay: ChannelPay;
}

/** The sandbox sends no mail, and its payments serve channels without keys. */
type SandboxProviders = Omit<Providers, 'mail' | 'pay'> & { readonly pay: PayProvider };

/** Ports that the service requires, by the names used in ALLOW_SANDBOX_PROVIDERS. */
const indispensable = ['sms', 'identity'] as const;

/** The implementation of a port: adapters to real providers, the sandbox's simulation, or none. */
export type ProviderKind = 'real' | 'sandbox' | 'none';

export function providerKinds({
  mode,
  providers,
  allowSandboxProviders: allowed,
}: Pick<Config, 'mode' | 'providers' | 'allowSandboxProviders'>): Readonly<
  Record<keyof Adapters, ProviderKind>
> {
  const kind = (names: readonly string[], isAllowed: boolean): ProviderKind => {
    if (names.length > 0) return 'real';
    return mode === 'sandbox' || isAllowed ? 'sandbox' : 'none';
  };
  return {
    sms: kind(providers.SMS_PROVIDERS, allowed.includes('sms')),
    mail: providers.MAIL_PROVIDER.length > 0 ? 'real' : 'none',
    identity: kind(providers.IDENTITY_PROVIDERS, allowed.includes('identity')),
    // In the sandbox users choose the result of a face check themselves, which must not be possible elsewhere.
    faces: kind([...providers.FACE_CHANNEL_A, ...providers.FACE_CHANNEL_B], false),
    pay: kind(providers.PAY_PROVIDERS, allowed.includes('pay')),
    certificates:
      providers.CERTIFICATE_SOURCE.length + providers.CERTIFICATE_SOURCE_PERSONS.length > 0 ? 'real' : 'none',
  };
}

/**
 * In production a sandbox provider must be allowed explicitly: undelivered messages and unverified identities are worse
 * than a service that does not start.
 * @throws InvalidSetting
 */
export function judgeProviders(config: Config): void {
  const kinds = providerKinds(config);
  const missing = indispensable.filter((name) => kinds[name] === 'none');
  if (missing.length > 0) {
    throw new InvalidSetting(
      missing.includes('sms') ? 'SMS_PROVIDERS' : 'IDENTITY_PROVIDERS',
      `there is no real provider for ${missing.join(' and ')}, and production uses the sandbox's only if ` +
        `ALLOW_SANDBOX_PROVIDERS names it (${indispensable.join(',')})`,
    );
  }
}

/**
 * The provider of each port, with the limits of the port.
 * @param parts.sandbox its adapters, if it is loaded
 */
export async function chooseProviders(
  { mode }: Pick<Config, 'mode'>,
  parts: {
    readonly db: Db;
    readonly clock: Clock;
    readonly real: RealProviders;
    readonly sandbox: SandboxProviders | null;
  },
): Promise<Providers> {
  const { db, real, sandbox } = parts;
  // Production stores no readable messages, and deletes those left by a sandbox on the same database.
  if (mode === 'production') await db.deleteFrom('sandbox_messages').execute();
  // Of the sandbox's adapters, production can be configured to use only that of payments.
  const trial = mode === 'sandbox' ? sandbox : null;
  const faces = facesOf(real) ?? trial?.faces ?? null;
  return {
    mail: portsOf(real.mail)[0] ?? null,
    sms: limitedSms(smsOf(parts) ?? trial?.sms ?? discardingSms),
    identity: limitedIdentity(identityOf(real) ?? trial?.identity ?? uncheckedIdentity),
    faces: faces === null ? null : limitedFaces(faces),
    // Contracts can be signed without payments, so production starts without a payment provider.
    pay: channelPay({
      byKeys: payByKeys(real.pay),
      keyless: limitedPay(sandbox?.pay ?? noPayProvider),
    }),
  };
}

function identityOf({ identity }: RealProviders): IdentityProvider | null {
  const registries = identityInOrder(portsOf(identity));
  return registries === null ? null : frugalIdentity(registries);
}

function smsOf({
  db,
  clock,
  real: {
    sms: [first, ...others],
  },
}: {
  readonly db: Db;
  readonly clock: Clock;
  readonly real: RealProviders;
}): SmsSender | null {
  return first === undefined ? null : new RecordedSms({ db, clock, providers: [first, ...others] });
}

function facesOf({ channelA, channelB }: RealProviders): FaceProvider | null {
  return facesByChannel({ channelA: portsOf(channelA)[0], channelB: portsOf(channelB)[0] });
}

/** Merchants and keys belong to channels, whose provider the settings must name. */
function payByKeys(opened: RealProviders['pay']): PayProviders['byKeys'] {
  const named = (name: string): PayProvider =>
    limitedPay(opened.find((each) => each.name === name)?.port ?? noPayProvider);
  return { chatApay: named('wechatpay'), payA: named('alipay') };
}

function portsOf<Port>(opened: readonly { readonly port: Port }[]): readonly Port[] {
  return opened.map(({ port }) => port);
}
