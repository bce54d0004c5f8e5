/**
 * Every adapter to an external service that settings can select. A new one requires its file, a line here, and a test
 * that runs the contract suite of its port (tests/providers, tests/storage).
 */
import { join } from 'node:path';
import type { OutsidePlace } from '../custody/outside-key-store.js';
import { Pkcs11KeyStore } from '../custody/pkcs11/pkcs11-key-store.js';
import { PKCS11_SETTINGS, readTokenSettings } from '../custody/pkcs11/token-settings.js';
import type { Adapter, AdapterSettings, SettingNeed } from '../providers/adapter.js';
import { estCertificates } from '../providers/certificates/est.js';
import { jsonCertificates } from '../providers/certificates/json.js';
import type { CertificateSource } from '../providers/certificates/port.js';
import { alipayCertify } from '../providers/face/alipay-certify/alipay-certify.js';
import type { FaceProvider } from '../providers/face/port.js';
import { tencentKyc } from '../providers/face/tencent-kyc/tencent-kyc.js';
import { httpIdentity } from '../providers/identity/http-identity.js';
import type { IdentityProvider } from '../providers/identity/port.js';
import { tencentIdentity } from '../providers/identity/tencent-identity.js';
import { openRemoteKeyStore, REMOTE_SIGNER_SETTINGS } from '../providers/keys/remote-key-store.js';
import type { MailSender } from '../providers/mail/port.js';
import { smtpAdapter } from '../providers/mail/smtp-adapter.js';
import { alipayAdapter, wechatPayAdapter } from '../providers/pay/adapters.js';
import type { PayProvider } from '../providers/pay/port.js';
import { aliyunSms } from '../providers/sms/aliyun-sms.js';
import { httpSms } from '../providers/sms/http-sms.js';
import type { SmsProvider } from '../providers/sms/port.js';
import { tencentSms } from '../providers/sms/tencent-sms.js';
import type { BlobBackend } from '../storage/blob-backend.js';
import { DiskBackend } from '../storage/disk-backend.js';
import { S3Backend } from '../storage/s3/s3-backend.js';
import { type OnRetry, S3Client } from '../storage/s3/s3-client.js';
import { readS3Target, S3_SETTINGS } from '../storage/s3/s3-target.js';
import type { OpenedKeyStore } from './watch-key-store.js';

export type { AdapterSettings } from '../providers/adapter.js';

export interface Adapters {
  readonly sms: readonly Adapter<SmsProvider>[];
  readonly mail: readonly Adapter<MailSender>[];
  readonly identity: readonly Adapter<IdentityProvider>[];
  readonly faces: readonly Adapter<FaceProvider>[];
  readonly pay: readonly Adapter<PayProvider>[];
  /** Other authorities than the built-in one. */
  readonly certificates: readonly Adapter<CertificateSource>[];
}

/** Adapters to real providers. */
export const adapters: Adapters = {
  sms: [aliyunSms, tencentSms, httpSms],
  mail: [smtpAdapter],
  identity: [tencentIdentity, httpIdentity],
  faces: [tencentKyc, alipayCertify],
  pay: [wechatPayAdapter, alipayAdapter],
  certificates: [estCertificates, jsonCertificates],
};

/**
 * The settings that name the adapters of a port, in the order in which they are asked; without any, the sandbox's or
 * none.
 */
export const providerSettings = {
  SMS_PROVIDERS: { port: 'sms', isList: true },
  MAIL_PROVIDER: { port: 'mail', isList: false },
  IDENTITY_PROVIDERS: { port: 'identity', isList: true },
  FACE_CHANNEL_A: { port: 'faces', isList: false },
  FACE_CHANNEL_B: { port: 'faces', isList: false },
  PAY_PROVIDERS: { port: 'pay', isList: true },
  CERTIFICATE_SOURCE: { port: 'certificates', isList: false },
  CERTIFICATE_SOURCE_PERSONS: { port: 'certificates', isList: false },
} as const satisfies Readonly<Record<string, { readonly port: keyof Adapters; readonly isList: boolean }>>;

export type ProviderSetting = keyof typeof providerSettings;

/** The names of adapters by the setting that lists them. */
export type ProviderNames = Readonly<Record<ProviderSetting, readonly string[]>>;

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
  readonly settings: Readonly<Record<string, SettingNeed>>;
  /** @throws InvalidSetting */
  open(parts: {
    readonly dataDir: string;
    readonly settings: AdapterSettings;
    /** Called with each request to a remote store that is repeated. */
    readonly onRetry?: OnRetry | undefined;
  }): BlobBackend;
}

export type StorageName = keyof typeof storageBackends;

/** Stores of signing keys outside the database, by the value of KEYS_AUTHORITY and its like. */
export const outsideKeyStores: Readonly<Partial<Record<OutsidePlace, KeyStoreAdapter>>> = {
  pkcs11: {
    settings: PKCS11_SETTINGS,
    open(settings) {
      const store = new Pkcs11KeyStore(readTokenSettings(settings));
      return { store, guard: store };
    },
  },
  remote: {
    settings: REMOTE_SIGNER_SETTINGS,
    open: (settings) => ({ store: openRemoteKeyStore(settings), guard: null }),
  },
};

interface KeyStoreAdapter {
  /** Like those of an adapter to a provider. */
  readonly settings: Readonly<Record<string, SettingNeed>>;
  /** Reaches for nothing yet. @throws InvalidSetting */
  open(settings: AdapterSettings): OpenedKeyStore;
}

/** The settings that adapters read, and whether each is a secret. */
export function adapterSettingNames(): ReadonlyMap<string, 'plain' | 'secret'> {
  const all: readonly { readonly settings: Readonly<Record<string, SettingNeed>> }[] = [
    ...Object.values(adapters).flat(),
    ...Object.values(storageBackends),
    ...Object.values(outsideKeyStores),
  ];
  const entries = all.flatMap(({ settings }) => Object.entries(settings));
  return new Map(entries.map(([name, need]) => [name, need.endsWith('secret') ? 'secret' : 'plain']));
}
