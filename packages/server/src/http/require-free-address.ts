import { createServer } from 'node:net';
import type { Config } from '../settings/config.js';
import { listenError } from './listen-error.js';

/**
 * Called before the database is migrated: whoever starts a new version by mistake while the old one still serves must
 * not change the database under it.
 * @throws InvalidSetting if the service could not listen
 */
export async function requireFreeAddress({ host, port }: Pick<Config, 'host' | 'port'>): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error) => reject(listenError(error, { host, port })));
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}
