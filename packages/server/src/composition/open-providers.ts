import type { Adapter, OpenedAdapter } from '../providers/adapter.js';
import {
  openProviderParts,
  type ProviderParts,
  type ProviderWatch,
} from '../providers/kit/provider-parts.js';
import type { TicketStore } from '../providers/kit/ticket-store.js';
import type { Config } from '../settings/config.js';
import { type Adapters, adapters, type ProviderSetting, providerSettings } from './adapters.js';
import { chosenAdapters } from './chosen-adapter.js';

/** An opened adapter with its name in the settings. */
export interface NamedAdapter<Port> extends OpenedAdapter<Port> {
  readonly name: string;
}

/** Opened adapters to real providers, in the order in which they are asked; none: []. */
export interface RealProviders {
  readonly sms: readonly NamedAdapter<PortOf<'sms'>>[];
  readonly mail: readonly NamedAdapter<PortOf<'mail'>>[];
  readonly identity: readonly NamedAdapter<PortOf<'identity'>>[];
  readonly channelA: readonly NamedAdapter<PortOf<'faces'>>[];
  readonly channelB: readonly NamedAdapter<PortOf<'faces'>>[];
  readonly pay: readonly NamedAdapter<PortOf<'pay'>>[];
  /** Of enterprises; none: by file. */
  readonly certificates: readonly NamedAdapter<PortOf<'certificates'>>[];
  /** Of persons; none: by the built-in authority. */
  readonly personCertificates: readonly NamedAdapter<PortOf<'certificates'>>[];
}

type PortOf<Name extends keyof Adapters> = Adapters[Name] extends readonly Adapter<infer Port>[]
  ? Port
  : never;

interface Opening {
  readonly registered?: Adapters;
  readonly watch?: ProviderWatch;
  readonly tickets?: TicketStore;
}

/**
 * Opens the adapters that the settings name. Called before the database is touched: invalid settings must leave it
 * unchanged.
 * @throws InvalidSetting
 */
export function openProviders(
  config: Pick<Config, 'providers' | 'adapterSettings'>,
  { registered = adapters, watch, tickets }: Opening = {},
): RealProviders {
  const parts = openProviderParts(watch, tickets);
  const open = <Port>(setting: ProviderSetting, known: readonly Adapter<Port>[]) =>
    openNamed(config, { setting, known, parts });
  return {
    sms: open('SMS_PROVIDERS', registered.sms),
    mail: open('MAIL_PROVIDER', registered.mail),
    identity: open('IDENTITY_PROVIDERS', registered.identity),
    channelA: open('FACE_CHANNEL_A', registered.faces),
    channelB: open('FACE_CHANNEL_B', registered.faces),
    pay: open('PAY_PROVIDERS', registered.pay),
    certificates: open('CERTIFICATE_SOURCE', registered.certificates),
    personCertificates: open('CERTIFICATE_SOURCE_PERSONS', registered.certificates),
  };
}

function openNamed<Port>(
  { providers, adapterSettings: given }: Pick<Config, 'providers' | 'adapterSettings'>,
  {
    setting,
    known,
    parts,
  }: {
    readonly setting: ProviderSetting;
    readonly known: readonly Adapter<Port>[];
    readonly parts: Omit<ProviderParts, 'provider'>;
  },
): readonly NamedAdapter<Port>[] {
  const { port } = providerSettings[setting];
  return chosenAdapters(known, { setting, names: providers[setting], given }).map((adapter) => ({
    ...adapter.open(given, { ...parts, provider: `${port}-${adapter.name}` }),
    name: adapter.name,
  }));
}
