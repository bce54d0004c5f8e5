import type { Containment } from '@cinnabar/pdf/containment/containment.js';
import type { OpenDatabase } from '../database/connect.js';
import { SharedLookup } from '../database/shared-lookup.js';
import type { Finding, SelfCheck } from '../operation/self-check.js';
import type { Config } from '../settings/config.js';
import { checkAll } from './checks/check-all.js';
import { checkDataDir } from './checks/data-dir.js';
import { inspectDatabase } from './checks/database.js';
import { checkOpenKeyStores } from './checks/key-stores.js';
import { checkNode } from './checks/node.js';
import { checkOpened } from './checks/providers.js';
import { inspectSettings } from './checks/settings.js';
import { checkStorage } from './checks/storage.js';
import { type GivenEnvironment, knownSettings } from './known-settings.js';
import type { OpenKeyStores } from './open-key-stores.js';
import type { RealProviders } from './open-providers.js';

interface Parts {
  readonly given: GivenEnvironment;
  readonly containment: Containment;
  readonly database: OpenDatabase;
  readonly real: RealProviders;
  readonly keyStores: OpenKeyStores;
}

/** What `cinnabar doctor` finds, from inside the service, with the connections that it has. */
export function openSelfCheck(
  config: Config,
  { given, containment, database, real, keyStores }: Parts,
): SelfCheck {
  const runs = new SharedLookup<readonly Finding[]>();
  const how = config.databaseUrl === null ? 'attached' : 'server';
  return {
    settings: knownSettings(config, given),
    storage: () =>
      runs.get('storage', async () => [
        ...(await checkDataDir(config.dataDir)),
        ...(await checkStorage(config)),
      ]),
    findings: () =>
      runs.get('all', async () => [
        checkNode(process.versions.node),
        ...inspectSettings(config, given.values),
        ...(await checkAll(config, {
          containment,
          database: () => inspectDatabase(config, database, how),
          providers: () => checkOpened(config, real),
          keyStores: () => checkOpenKeyStores(keyStores),
        })),
      ]),
  };
}
