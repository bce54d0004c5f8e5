/** The settings of the service, as it uses them. read-config.ts reads them. */
import type { AdapterSettings, StorageName } from '../composition/adapters.js';
import type { Limits } from './limits.js';

export { InvalidSetting } from './invalid-setting.js';

export interface Config {
  readonly port: number;
  readonly host: string;
  readonly baseUrl: string;
  readonly dataDir: string;
  /** Where encrypted files lie. */
  readonly storage: StorageName;
  /** null: the embedded database in dataDir. */
  readonly databaseUrl: string | null;
  readonly databaseConnections: number;
  readonly mode: 'sandbox' | 'production';
  /** 32 bytes, base64; null in sandbox mode: made in dataDir at the first start. */
  readonly masterKey: string | null;
  readonly role: 'web' | 'worker' | 'all';
  readonly timeZone: string;
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  readonly fontDir: string | null;
  readonly documentThreads: number | null;
  /** How parsers of untrusted bytes are isolated: as it can be, or it must be, or not at all. */
  readonly parserSandbox: 'auto' | 'required' | 'off';
  /** A conversion service for office documents; null: the LibreOffice that is installed. */
  readonly officeConverterUrl: string | null;
  /** Office documents that are converted at once. */
  readonly officeProcesses: number;
  readonly signingAlgorithm: 'ecdsa-p256-sha256' | 'rsa-sha256';
  /** Who stamps signatures: `built-in`, or addresses of authorities, in the order in which they are asked; none: []. */
  readonly timestampAuthorities: readonly string[];
  /** A file with the certificates, PEM, that the certificates of other authorities must lead to. */
  readonly timestampTrust: string | null;
  /** A PEM file, or a folder of them, with authorities of others whose signatures are trusted in files of anybody. */
  readonly signatureTrust: string | null;
  /** The policy that other authorities are asked for, dotted; null: their own. */
  readonly timestampPolicy: string | null;
  /** ms that each of them is given. */
  readonly timestampDeadlineMs: number;
  /** What addresses of revocation lists and the like begin with, as certificates carry them. */
  readonly trustUrl: string;
  /** Requests for timestamps and about revocation that one address may make in a minute. */
  readonly trustRequestsPerMinute: number;
  /** Image seals wait for the platform's operator before they can sign. */
  readonly sealReview: boolean;
  readonly limits: Limits;
  /** Behind a reverse proxy: take the client's address from X-Forwarded-For. */
  readonly trustProxy: boolean;
  /** fen; what a person pays for a contract whose fee the counterparty bears. */
  readonly signingFeeFen: number;
  readonly smsPerMobilePerDay: number;
  readonly smsPerAddressPerHour: number;
  /** Networks in which lists and answers about revocation may be fetched though they are private. */
  readonly revocationNetworks: readonly string[];
  /** Networks that webhooks may reach though they are private, and by plain http. */
  readonly webhookNetworks: readonly string[];
  /** Requests to webhooks that each process has under way at most. */
  readonly webhookConcurrency: number;
  /** How long deliveries that are over can be examined and sent again. */
  readonly webhookRetentionDays: number;
  /** Sandbox adapters that production is told to use on purpose: `sms,identity,pay`. */
  readonly allowSandboxProviders: readonly string[];
  /** What is given of the settings that only adapters to providers and storages know. All of them may be secrets. */
  readonly adapterSettings: AdapterSettings;
  /** A sandbox may be reached by others than this machine. */
  readonly allowPublicSandbox: boolean;
}
