import type { Config } from '../settings/config.js';
import type { BlobBackend } from '../storage/blob-backend.js';
import { FallbackBackend } from '../storage/fallback-backend.js';
import type { OnRetry } from '../storage/s3/s3-client.js';
import { type StorageName, storageBackends } from './adapters.js';
import { requireSettings } from './chosen-adapter.js';

/**
 * The backend named by STORAGE, with that of STORAGE_FALLBACK behind it.
 * @throws InvalidSetting
 */
export function openStorage(config: Config, onRetry?: OnRetry): BlobBackend {
  const first = openBackend(config, config.storage, onRetry);
  const { storageFallback } = config;
  if (storageFallback === null) return first;
  return new FallbackBackend(first, openBackend(config, storageFallback, onRetry));
}

/** @throws InvalidSetting */
export function openBackend(
  { dataDir, adapterSettings }: Config,
  name: StorageName,
  onRetry?: OnRetry,
): BlobBackend {
  const { settings, open } = storageBackends[name];
  requireSettings({ name: `storage ${name}`, settings }, adapterSettings);
  return open({ dataDir, settings: adapterSettings, onRetry });
}
