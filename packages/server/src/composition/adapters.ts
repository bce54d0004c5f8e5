/**
 * Every adapter to an external service that settings can select. A new one requires its file, a line here, and a test
 * that runs the contract suite of its port (tests/providers, tests/storage).
 */
import { join } from 'node:path';
import type { Adapter } from '../providers/adapter.js';
import type { FaceProvider } from '../providers/face/port.js';
import type { IdentityProvider } from '../providers/identity/port.js';
import type { PayProvider } from '../providers/pay/port.js';
import type { SmsSender } from '../providers/sms/port.js';
import type { BlobBackend } from '../storage/blob-backend.js';
import { DiskBackend } from '../storage/disk-backend.js';
import { S3Backend } from '../storage/s3/s3-backend.js';
import { type OnRetry, S3Client } from '../storage/s3/s3-client.js';
import { readS3Target, S3_SETTINGS } from '../storage/s3/s3-target.js';

export interface Adapters {
  readonly sms: readonly Adapter<SmsSender>[];
  readonly identity: readonly Adapter<IdentityProvider>[];
  readonly faces: readonly Adapter<FaceProvider>[];
  readonly pay: readonly Adapter<PayProvider>[];
}

/**
 * Adapters to real providers. Each port uses the first adapter whose settings are given; without any, the sandbox's or
 * none.
 */
export const adapters: Adapters = { sms: [], identity: [], faces: [], pay: [] };

/** Storage backends by the value of STORAGE. */
export const storageBackends = {
  disk: {
    settings: {},
    open: ({ dataDir }) => new DiskBackend({ folder: join(dataDir, 'blobs') }),
  },
  s3: {
    settings: S3_SETTINGS,
    open: ({ settings, onRetry }) => new S3Backend(new S3Client(readS3Target(settings), onRetry)),
  },
} as const satisfies Readonly<Record<string, StorageAdapter>>;

interface StorageAdapter {
  /** Like those of an adapter to a provider. */
  readonly settings: Adapter<BlobBackend>['settings'];
  /** @throws InvalidSetting */
  open(parts: {
    readonly dataDir: string;
    readonly settings: AdapterSettings;
    /** Called with each request to a remote store that is repeated. */
    readonly onRetry?: OnRetry | undefined;
  }): BlobBackend;
}

export type StorageName = keyof typeof storageBackends;

/** The given values of the settings that adapters read. */
export type AdapterSettings = Readonly<Record<string, string>>;

/** The settings that adapters read, and whether each is a secret. */
export function adapterSettingNames(): ReadonlyMap<string, 'plain' | 'secret'> {
  const all: readonly Pick<Adapter<unknown>, 'settings'>[] = [
    ...Object.values(adapters).flat(),
    ...Object.values(storageBackends),
  ];
  const entries = all.flatMap(({ settings }) => Object.entries(settings));
  return new Map(entries.map(([name, need]) => [name, need === 'secret' ? 'secret' : 'plain']));
}
