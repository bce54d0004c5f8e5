import { openKeyStores } from '@cinnabar/server/composition/open-key-stores.js';
import type { KeyStore } from '@cinnabar/server/custody/key-store.js';
import { LocalKeyStore } from '@cinnabar/server/custody/local-key-store.js';
import { PlacedKeyStore } from '@cinnabar/server/custody/placed-key-store.js';
import type { Platform } from './open-platform.js';

/** Runs a function with the key stores that the settings name, as the service has them, and closes them. */
export async function withKeyStore<T>(
  {
    config,
    database: { db },
    services: { clock, envelope },
  }: Pick<Platform, 'config' | 'database' | 'services'>,
  use: (keyStore: KeyStore) => Promise<T>,
): Promise<T> {
  const stores = openKeyStores(config, (_place, store) => store);
  try {
    const local = new LocalKeyStore({ db, envelope, clock });
    return await use(
      new PlacedKeyStore({ db, clock, local, places: config.keyPlaces, outside: stores.outside }),
    );
  } finally {
    await stores.close();
  }
}
