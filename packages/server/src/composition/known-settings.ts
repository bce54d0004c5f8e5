/** The settings that the setup shows: what the process was started with, and the line that sets it. */
import type { KnownSetting, SettingSource } from '../operation/self-check.js';
import type { Config } from '../settings/config.js';
import { adapters, type ProviderSetting, providerSettings } from './adapters.js';

/** What a process was started with. */
export interface GivenEnvironment {
  readonly values: Readonly<Record<string, string | undefined>>;
  /** The names that were read from `.env`, and not set by whoever started the process. */
  readonly fromFile: ReadonlySet<string>;
}

interface Shown {
  readonly name: string;
  /** In force without being set; null: nothing. */
  readonly inForce: string | null;
  readonly example: string;
}

/** Secrets have a twin `…_FILE`, which names a file that contains them. */
const SECRETS = [
  { name: 'DATABASE_URL', example: 'postgresql://cinnabar@localhost/cinnabar' },
  { name: 'MASTER_KEY', example: '/etc/cinnabar/master.key' },
] as const;

export function knownSettings(config: Config, given: GivenEnvironment): readonly KnownSetting[] {
  return [
    ...plainSettings(config).map((shown) => plain(shown, given)),
    ...SECRETS.map(({ name, example }) => secret(name, example, given)),
    timestampAuthorities(given),
  ];
}

function plainSettings({ baseUrl, timeZone, trustProxy, storage, providers }: Config): readonly Shown[] {
  return [
    { name: 'BASE_URL', inForce: baseUrl, example: 'https://sign.example.com' },
    { name: 'TIME_ZONE', inForce: timeZone, example: 'Asia/Shanghai' },
    { name: 'TRUST_PROXY', inForce: String(trustProxy), example: 'true' },
    { name: 'STORAGE', inForce: storage, example: 's3' },
    ...providerNames().map((name) => ({
      name,
      inForce: providers[name].join(',') || null,
      example: adapters[providerSettings[name].port][0]?.name ?? '',
    })),
  ];
}

function providerNames(): readonly ProviderSetting[] {
  return Object.keys(providerSettings).filter((name): name is ProviderSetting => name in providerSettings);
}

function plain({ name, inForce, example }: Shown, given: GivenEnvironment): KnownSetting {
  return {
    ...{ name, source: sourceOf(name, given), value: inForce, isSecret: false },
    line: `${name}=${inForce ?? example}`,
  };
}

/** The line never repeats a secret, and recommends the file. */
function secret(name: string, example: string, given: GivenEnvironment): KnownSetting {
  const file = `${name}_FILE`;
  const path = given.values[file]?.trim();
  const shown = name === 'MASTER_KEY' || path ? `${file}=${path || example}` : `${name}=${example}`;
  const source = path ? sourceOf(file, given) : sourceOf(name, given);
  return { name, source, value: null, isSecret: true, line: shown };
}

/** Its addresses may contain passwords. */
function timestampAuthorities(given: GivenEnvironment): KnownSetting {
  const source = sourceOf('TSA_URLS', given);
  const isSecret = source !== 'default';
  return {
    ...{ name: 'TSA_URLS', source, value: isSecret ? null : 'built-in', isSecret },
    line: 'TSA_URLS=built-in',
  };
}

function sourceOf(name: string, { values, fromFile }: GivenEnvironment): SettingSource {
  if (!values[name]?.trim()) return 'default';
  return fromFile.has(name) ? 'envFile' : 'environment';
}
