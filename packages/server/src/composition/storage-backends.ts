import { join } from 'node:path';
import type { BlobBackend } from '../storage/blob-backend.js';
import { DiskBackend } from '../storage/disk-backend.js';

interface StoragePlace {
  readonly dataDir: string;
}

/** Where blobs can lie, by the name that STORAGE takes. */
export const storageBackends = {
  disk: ({ dataDir }) => new DiskBackend({ folder: join(dataDir, 'blobs') }),
} as const satisfies Readonly<Record<string, (place: StoragePlace) => BlobBackend>>;

export type StorageName = keyof typeof storageBackends;
