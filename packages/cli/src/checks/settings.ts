import { type Config, InvalidSetting, readConfig } from '@cinnabar/server/config.js';
import { isLoopback } from '@cinnabar/server/safe-settings.js';
import { error, type Finding, ok, warn } from './finding.js';

export interface CheckedSettings {
  /** null where a setting is wrong: nothing else can be looked at then. */
  readonly config: Config | null;
  readonly findings: readonly Finding[];
}

export function checkSettings(environment: Readonly<Record<string, string | undefined>>): CheckedSettings {
  try {
    const config = readConfig(environment);
    return { config, findings: [ok('settings', summaryOf(config)), ...doubts(config)] };
  } catch (thrown) {
    if (!(thrown instanceof InvalidSetting)) throw thrown;
    const remedy = 'correct it in the environment or in .env';
    return { config: null, findings: [error('settings', thrown.message, remedy)] };
  }
}

function summaryOf({ mode, role, baseUrl, timeZone }: Config): string {
  return `mode ${mode}, role ${role}, base URL ${baseUrl}, time zone ${timeZone}`;
}

/** Settings that are allowed and still likely to be a mistake. */
function doubts(config: Config): readonly Finding[] {
  return [...(config.mode === 'sandbox' ? checkExposure(config) : []), ...checkProxy(config)];
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

/** The service speaks http only, so that behind an https address there is a proxy. */
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
