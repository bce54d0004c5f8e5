import type { Config } from '../settings/config.js';
import { InvalidSetting } from '../settings/invalid-setting.js';

/** Names the setting behind an address that cannot be listened on; other errors are returned unchanged. */
export function listenError(
  error: unknown,
  { host, port }: Pick<Config, 'host' | 'port'>,
  setting: 'PORT' | 'METRICS_PORT' = 'PORT',
): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'EADDRINUSE':
      return new InvalidSetting(
        setting,
        `another program listens on port ${port} of ${host}: stop it, or choose another port`,
      );
    case 'EACCES':
      return new InvalidSetting(
        setting,
        `this account must not listen on port ${port}: choose one above 1023`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new InvalidSetting('HOST', `this machine does not have the address ${host}`);
    default:
      return error;
  }
}
