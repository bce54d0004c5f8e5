import type { DataKeyGuard, DataKeyGuarding } from '../custody/data-key-guard.js';
import { KEY_PLACES, type OutsideKeyStore, type OutsidePlace } from '../custody/outside-key-store.js';
import type { OutsideKeyStores } from '../custody/placed-key-store.js';
import type { Config } from '../settings/config.js';
import { outsideKeyStores } from './adapters.js';
import { requireSettings } from './chosen-adapter.js';
import type { OpenedKeyStore } from './watch-key-store.js';

/** Age up to which readiness relies on a check: a token that is asked too often signs less. */
const CHECK_AGE_MS = 5_000;

export interface OpenKeyStores {
  readonly outside: OutsideKeyStores;
  readonly guarding: DataKeyGuarding;
  /** Outcome of the last check of all stores; a new one runs in the background when it is old. */
  lastCheck(): Promise<void>;
  close(): Promise<void>;
}

/**
 * The stores outside the database that the settings name, or give the access to: keys that were generated in one still
 * sign there after new ones are generated elsewhere.
 * @throws InvalidSetting
 */
export function openKeyStores(
  {
    keyPlaces,
    dataKeyPlace,
    adapterSettings,
  }: Pick<Config, 'keyPlaces' | 'dataKeyPlace' | 'adapterSettings'>,
  watch: (place: OutsidePlace, opened: OpenedKeyStore) => OpenedKeyStore = (_, opened) => opened,
): OpenKeyStores {
  const outside: Partial<Record<OutsidePlace, OutsideKeyStore>> = {};
  let guardStore: DataKeyGuard | null = null;
  for (const place of KEY_PLACES) {
    const adapter = place === 'local' ? undefined : outsideKeyStores[place];
    if (place === 'local' || adapter === undefined) continue;
    const isNamed = [...Object.values(keyPlaces), dataKeyPlace].includes(place);
    const isGiven = Object.keys(adapter.settings).some((name) => adapterSettings[name] !== undefined);
    if (!isNamed && !isGiven) continue;
    requireSettings({ name: `key store ${place}`, settings: adapter.settings }, adapterSettings);
    const { store, guard } = watch(place, adapter.open(adapterSettings));
    outside[place] = store;
    guardStore ??= guard;
  }
  const stores = Object.values(outside);
  const checkAll = async (): Promise<void> => {
    await Promise.all(stores.map((store) => store.check()));
  };
  return {
    outside,
    guarding: { isWanted: dataKeyPlace !== 'local', store: guardStore },
    lastCheck: keptOutcome(checkAll, CHECK_AGE_MS),
    async close() {
      await Promise.all(stores.map((store) => store.close()));
    },
  };
}

/** Its last outcome at once, and the next one in the background when that is older than `ageMs`. */
function keptOutcome(check: () => Promise<void>, ageMs: number): () => Promise<void> {
  let last: Promise<void> | undefined;
  let isRunning = false;
  let at = 0;
  return () => {
    if (isRunning || performance.now() - at < ageMs) return last ?? Promise.resolve();
    isRunning = true;
    const running = check().finally(() => {
      last = running;
      isRunning = false;
      at = performance.now();
    });
    running.catch(() => undefined);
    last ??= running;
    return last;
  };
}
