import type { Config } from '../settings/config.js';
import type { BlobBackend } from '../storage/blob-backend.js';
import { storageBackends } from './adapters.js';
import { requireSettings } from './chosen-adapter.js';

/**
 * The backend named by STORAGE.
 * @throws InvalidSetting
 */
export function openStorage({ storage, dataDir, adapterSettings }: Config): BlobBackend {
  const { settings, open } = storageBackends[storage];
  requireSettings({ name: `STORAGE=${storage}`, settings }, adapterSettings);
  return open({ dataDir, settings: adapterSettings });
}
