import { type Config, InvalidSetting, readConfig } from '@cinnabar/server/config.js';
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
function doubts({ mode, host, baseUrl }: Config): readonly Finding[] {
  if (mode === 'sandbox' && !['127.0.0.1', '::1', 'localhost'].includes(host)) {
    return [
      warn(
        'exposure',
        `the sandbox listens on ${host}: whoever reaches it reads verification codes and moves its clock`,
        'set HOST=127.0.0.1, or MODE=production for anything that is not a trial',
      ),
    ];
  }
  if (mode === 'production' && baseUrl.startsWith('http://')) {
    return [
      warn(
        'base-url',
        `links begin with ${baseUrl}, which is not encrypted`,
        'set BASE_URL to an https:// address',
      ),
    ];
  }
  return [];
}
