/** The settings of the service in parsed form. read-config.ts reads them. */
import type { LoginMethod } from '@cinnabar/api/login-methods.js';
import type { AdapterSettings, ProviderNames, StorageName } from '../composition/adapters.js';
import type { ChainHash } from '../custody/event-chain.js';
import type { PlacesOfKeys } from '../custody/placed-key-store.js';
import type { Limits } from './limits.js';
import type { TracingSettings } from './tracing.js';

export { InvalidSetting } from './invalid-setting.js';

export interface Config {
  readonly port: number;
  readonly host: string;
  /** Port on which `/metrics` alone is answered; null: the same as everything else. */
  readonly metricsPort: number | null;
  /** null: requests and jobs are not traced. */
  readonly tracing: TracingSettings | null;
  readonly baseUrl: string;
  readonly dataDir: string;
  /** Location of encrypted files. */
  readonly storage: StorageName;
  /** Where files are looked for that `storage` lacks, while they are being moved; null: nowhere. */
  readonly storageFallback: StorageName | null;
  /** null: the bundled database in dataDir. */
  readonly databaseUrl: string | null;
  /** The server itself, if databaseUrl is a pooler of transactions: for migrations, jobs and commands. */
  readonly databaseDirectUrl: string | null;
  /** A replica, for lists and exports; null: the primary has them, too. */
  readonly databaseReadUrl: string | null;
  /** false: databaseUrl is a pooler of transactions, which keeps no prepared statements and no settings. */
  readonly databasePrepared: boolean;
  readonly databaseConnections: number;
  readonly mode: 'sandbox' | 'production';
  /** 32 bytes, base64; null in sandbox mode: created in dataDir at the first start. */
  readonly masterKey: string | null;
  readonly role: 'web' | 'worker' | 'all';
  /** Time after the signal to stop in which requests are still served while `/readyz` already refuses, seconds. */
  readonly drainSeconds: number;
  readonly timeZone: string;
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  readonly fontDir: string | null;
  readonly documentThreads: number | null;
  /** Isolation of parsers of untrusted bytes: if available, required, or off. */
  readonly parserSandbox: 'auto' | 'required' | 'off';
  /** A remote conversion service for office documents; null: the installed LibreOffice. */
  readonly officeConverterUrl: string | null;
  /** Limit of office documents converted at once. */
  readonly officeProcesses: number;
  /** Where new signing keys are stored, by what they are for. Existing keys stay where they are. */
  readonly keyPlaces: PlacesOfKeys;
  /** Where the key lies that encrypts data keys before the master key wraps them; `local`: nowhere. */
  readonly dataKeyPlace: 'local' | 'pkcs11';
  readonly signingAlgorithm: 'ecdsa-p256-sha256' | 'rsa-sha256';
  /**
   * Timestamp authorities: `built-in`, or addresses of external ones, in the order in which they are tried; none: [].
   */
  readonly timestampAuthorities: readonly string[];
  /** A PEM file with trust anchors for the certificates of external timestamp authorities. */
  readonly timestampTrust: string | null;
  /** A PEM file, or a folder of them, with external authorities whose signatures are trusted in any file. */
  readonly signatureTrust: string | null;
  /** The policy requested of external authorities, dotted; null: their default. */
  readonly timestampPolicy: string | null;
  /** Time limit for each of them, ms. */
  readonly timestampDeadlineMs: number;
  /** Base address of revocation lists and similar URLs in certificates. */
  readonly trustUrl: string;
  /** Requests for timestamps and revocation data allowed per address and minute. */
  readonly trustRequestsPerMinute: number;
  /** Ways in which people can log in to the console at all; an enterprise can only allow fewer. */
  readonly loginMethods: readonly LoginMethod[];
  /** Concurrent sessions of the console that a person can have: the next log-in ends the one unused for longest. */
  readonly sessionsPerPerson: number;
  /** Image seals require review by the operator before they can sign. */
  readonly sealReview: boolean;
  /** Of new entries of histories and of the audit. */
  readonly eventChainHash: ChainHash;
  readonly limits: Limits;
  /** Behind a reverse proxy: take the client's address from X-Forwarded-For. */
  readonly trustProxy: boolean;
  /** fen; price for a person of a contract whose fee the counterparty bears. */
  readonly signingFeeFen: number;
  readonly smsPerMobilePerDay: number;
  readonly smsPerAddressPerHour: number;
  /** Private networks from which revocation lists and OCSP responses may be fetched. */
  readonly revocationNetworks: readonly string[];
  /** Networks from which the platform's console is reached; elsewhere it does not exist. */
  readonly platformNetworks: readonly string[];
  /** Private networks that webhooks may reach, also by plain http. */
  readonly webhookNetworks: readonly string[];
  /** Limit of concurrent webhook requests per process. */
  readonly webhookConcurrency: number;
  /** Retention of addresses, devices and names in the audit; its entries stay. */
  readonly auditDataRetentionDays: number;
  /** Days after which the data of a closed enterprise are removed. */
  readonly closedCorpRetentionDays: number;
  /** Retention of drafts since their last change. */
  readonly draftRetentionDays: number;
  readonly smsLogRetentionDays: number;
  /** Retention of finished deliveries, during which they can be examined and sent again. */
  readonly webhookRetentionDays: number;
  /** Sandbox adapters explicitly allowed in production: `sms,identity,pay`. */
  readonly allowSandboxProviders: readonly string[];
  /** Adapters to real providers, by the setting that names them, in the order in which they are asked. */
  readonly providers: ProviderNames;
  /** The only origins to which a face check may return; []: any. */
  readonly faceCallbackOrigins: readonly string[];
  /** Given values of settings that only adapters to providers and storages know. Any of them may be a secret. */
  readonly adapterSettings: AdapterSettings;
  /** Whether a new sandbox gets an enterprise with contracts in every state, besides the demo data. */
  readonly demoContracts: boolean;
  /** Whether a sandbox may be reachable from other machines. */
  readonly allowPublicSandbox: boolean;
}
