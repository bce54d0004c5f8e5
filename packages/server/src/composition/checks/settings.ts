import { statSync } from 'node:fs';
import { type Config, InvalidSetting } from '../../settings/config.js';
import { readConfig } from '../../settings/read-config.js';
import { isLoopback } from '../../settings/safe-settings.js';
import { error, type Finding, ok, warn } from './finding.js';

export interface CheckedSettings {
  /** null if a setting is invalid: nothing else can be checked then. */
  readonly config: Config | null;
  readonly findings: readonly Finding[];
}

type Environment = Readonly<Record<string, string | undefined>>;

export function checkSettings(environment: Environment): CheckedSettings {
  try {
    const config = readConfig(environment);
    return { config, findings: inspectSettings(config, environment) };
  } catch (thrown) {
    if (!(thrown instanceof InvalidSetting)) throw thrown;
    const remedy = 'correct it in the environment or in .env';
    return { config: null, findings: [error('settings', thrown.message, remedy)] };
  }
}

export function inspectSettings(config: Config, environment: Environment): readonly Finding[] {
  return [ok('settings', summaryOf(config)), ...likelyMistakes(config, environment)];
}

function summaryOf({ mode, role, baseUrl, timeZone }: Config): string {
  return `mode ${mode}, role ${role}, base URL ${baseUrl}, time zone ${timeZone}`;
}

/** Settings that are valid but probably mistakes. */
function likelyMistakes(config: Config, environment: Environment): readonly Finding[] {
  return [
    ...(config.mode === 'sandbox' ? checkExposure(config) : checkKeyPlace(environment)),
    ...checkProxy(config),
  ];
}

/** Source of the master key. */
function checkKeyPlace({ MASTER_KEY: key, MASTER_KEY_FILE: file }: Environment): readonly Finding[] {
  if (key?.trim()) {
    return [
      warn(
        'master-key-place',
        'MASTER_KEY stays readable in the environment that the service was started with, as long as it runs',
        'put the key into a file that only the account of the service may read, and name it in MASTER_KEY_FILE',
      ),
    ];
  }
  if (!file?.trim() || process.platform === 'win32' || (statSync(file.trim()).mode & 0o007) === 0) return [];
  return [warn('master-key-place', `every account of this machine may read ${file}`, `chmod 400 ${file}`)];
}

function checkExposure({ host, baseUrl }: Config): readonly Finding[] {
  const { hostname } = new URL(baseUrl);
  const open = [host, hostname].find((name) => !isLoopback(name));
  if (open === undefined) return [];
  return [
    warn(
      'exposure',
      `the sandbox is reached as ${open}: whoever reaches it reads verification codes and moves its clock`,
      'set HOST=127.0.0.1 and leave BASE_URL out, or MODE=production for anything that is not a trial',
    ),
  ];
}

/** The service speaks plain http, so an https base URL implies a proxy. */
function checkProxy({ baseUrl, trustProxy }: Config): readonly Finding[] {
  if (trustProxy || !baseUrl.startsWith('https://')) return [];
  return [
    warn(
      'trust-proxy',
      `${baseUrl} leads through a reverse proxy, whose address all clients seem to have: limits and evidence are of no use`,
      'set TRUST_PROXY=true where exactly one proxy sets X-Forwarded-For',
    ),
  ];
}
