import type { KeyStore } from '@cinnabar/server/custody/key-store.js';
import { LocalKeyStore } from '@cinnabar/server/custody/local-key-store.js';
import { PlacedKeyStore } from '@cinnabar/server/custody/placed-key-store.js';
import type { Platform } from './open-platform.js';

/** Runs a function with the stores of signing keys that the settings name, as the service has them. */
export function withKeyStore<T>(
  {
    config,
    database: { db },
    services: { clock, envelope },
    keyStores: { outside },
  }: Pick<Platform, 'config' | 'database' | 'services' | 'keyStores'>,
  use: (keyStore: KeyStore) => Promise<T>,
): Promise<T> {
  const local = new LocalKeyStore({ db, envelope, clock });
  return use(new PlacedKeyStore({ db, clock, local, places: config.keyPlaces, outside }));
}
