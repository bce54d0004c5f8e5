import type { Words } from '../operation/refusal.js';
import type { ProviderParts } from './kit/provider-parts.js';

/** The given values of the settings that adapters read. */
export type AdapterSettings = Readonly<Record<string, string>>;

/** A secret can be given by a file, as `<name>_FILE`. */
export type SettingNeed = 'required' | 'optional' | 'secret' | 'optional secret';

/** An adapter to a provider, as registered in composition/adapters.ts. */
export interface Adapter<Port> {
  /** Its name in the setting that lists the adapters of the port: lower-case letters, digits and hyphens. */
  readonly name: string;
  /** The settings that it reads, by environment variable. Adapters to the same provider can share settings. */
  readonly settings: Readonly<Record<string, SettingNeed>>;
  /** Opens no connection. @throws InvalidSetting */
  open(settings: AdapterSettings, parts: ProviderParts): OpenedAdapter<Port>;
}

export interface OpenedAdapter<Port> {
  readonly port: Port;
  /**
   * Proves that the provider can be reached and accepts the credentials, without charging anything or sending anything
   * to anybody.
   * @throws ProviderOutage
   */
  check(): Promise<ProviderCheck>;
}

/** `detail`: what was proven, or what is wrong. Words of the provider are quoted as they are. */
export type ProviderCheck =
  | { readonly works: true; readonly detail: Words }
  | { readonly works: false; readonly detail: Words; readonly remedy: Words };
