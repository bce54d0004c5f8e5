import type { Containment } from '@cinnabar/pdf/containment/containment.js';
import type { Config } from '../../settings/config.js';
import { checkDataDir } from './data-dir.js';
import type { Finding } from './finding.js';
import { checkFonts } from './fonts.js';
import { checkOffice } from './office.js';
import { checkParsers } from './parsers.js';
import { checkRenderer } from './renderer.js';
import { checkRunningProviders } from './running-providers.js';
import { checkService } from './service.js';
import { checkSignatureTrust } from './signature-trust.js';
import { checkStorage } from './storage.js';
import { checkTimestamps } from './timestamps.js';

/** What is checked differently from inside the service and from beside it. */
export interface Surroundings {
  readonly containment: Containment;
  database(): Promise<readonly Finding[]>;
  providers(): Promise<readonly Finding[]>;
  keyStores(): Promise<readonly Finding[]>;
}

/** Everything that a valid configuration depends on. Changes nothing, sends nothing to a person, charges nothing. */
export async function checkAll(
  config: Config,
  { containment, database, providers, keyStores }: Surroundings,
): Promise<readonly Finding[]> {
  return [
    ...(await checkDataDir(config.dataDir)),
    ...(await checkStorage(config)),
    ...(await database()),
    ...(await providers()),
    ...(await keyStores()),
    checkFonts(config.fontDir),
    checkParsers(config, containment),
    await checkRenderer(containment),
    await checkOffice(config, containment),
    ...(await checkTimestamps(config)),
    await checkSignatureTrust(config, new Date()),
    await checkService(config),
    ...(await checkRunningProviders(config)),
  ];
}
