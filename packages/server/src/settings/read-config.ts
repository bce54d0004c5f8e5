/** Every setting of the service: name, form, default, and whether it is secret. Read once, then frozen. */

import { readFileSync } from 'node:fs';
import { type LoginMethod, loginMethods, readLoginMethods } from '@cinnabar/api/login-methods.js';
import {
  type AdapterSettings,
  adapterSettingNames,
  outsideKeyStores,
  type ProviderNames,
  type ProviderSetting,
  providerSettings,
  type StorageName,
  storageBackends,
} from '../composition/adapters.js';
import { CHAIN_HASHES, type ChainHash, isSm3Sound } from '../custody/event-chain.js';
import { KEY_PLACES, type KeyPlace } from '../custody/outside-key-store.js';
import { isAddressRange } from '../outbound/address-ranges.js';
import type { Config } from './config.js';
import { InvalidSetting } from './invalid-setting.js';
import { readLimits } from './limits.js';
import { judgeSettings } from './safe-settings.js';
import { readTracing } from './tracing.js';

type Environment = Readonly<Record<string, string | undefined>>;

function text(environment: Environment, name: string): string | null {
  const value = environment[name]?.trim();
  return value === undefined || value === '' ? null : value;
}

/** A secret, which can be given by the path of a file that contains it, so that it is not in the environment. */
function secret(environment: Environment, name: string): string | null {
  const given = text(environment, name);
  const file = text(environment, `${name}_FILE`);
  if (file === null) return given;
  if (given !== null)
    throw new InvalidSetting(`${name}_FILE`, `${name} is given too, and only one of them may be set`);
  try {
    const content = readFileSync(file, 'utf8').trim();
    if (content !== '') return content;
  } catch (error) {
    throw new InvalidSetting(`${name}_FILE`, error instanceof Error ? error.message : String(error));
  }
  throw new InvalidSetting(`${name}_FILE`, `${file} is empty`);
}

function integer(environment: Environment, name: string, fallback: number, min: number, max: number): number {
  const given = text(environment, name);
  if (given === null) return fallback;
  const number = Number(given);
  if (!Number.isInteger(number) || number < min || number > max) {
    throw new InvalidSetting(name, `must be an integer from ${min} to ${max}`);
  }
  return number;
}

function oneOf<const C extends readonly string[]>(
  environment: Environment,
  name: string,
  choices: C,
  fallback: C[number],
): C[number] {
  const given = text(environment, name);
  if (given === null) return fallback;
  const found = choices.find((choice) => choice === given);
  if (found === undefined) throw new InvalidSetting(name, `must be one of ${choices.join(', ')}`);
  return found;
}

/** STORAGE: one of the registered backends. */
function storageName(environment: Environment): StorageName {
  return oneOf(environment, 'STORAGE', storageNames(), 'disk');
}

/** STORAGE_FALLBACK: another one, or none. */
function storageFallback(environment: Environment, storage: StorageName): StorageName | null {
  if (text(environment, 'STORAGE_FALLBACK') === null) return null;
  const fallback = oneOf(environment, 'STORAGE_FALLBACK', storageNames(), 'disk');
  if (fallback === storage) throw new InvalidSetting('STORAGE_FALLBACK', 'must be another one than STORAGE');
  return fallback;
}

function storageNames(): readonly StorageName[] {
  return Object.keys(storageBackends).filter((name): name is StorageName => name in storageBackends);
}

function keyPlace(environment: Environment, name: string): KeyPlace {
  const known = KEY_PLACES.filter((place) => place === 'local' || outsideKeyStores[place] !== undefined);
  return oneOf(environment, name, known, 'local');
}

function adapterSettings(environment: Environment): AdapterSettings {
  const given = [...adapterSettingNames()].map(([name, kind]) => {
    return [name, kind === 'secret' ? secret(environment, name) : text(environment, name)] as const;
  });
  return Object.fromEntries(given.flatMap(([name, value]) => (value === null ? [] : [[name, value]])));
}

/** The adapters that a setting names; composition/chosen-adapter.ts knows whether there are such. */
function providerNames(environment: Environment, setting: ProviderSetting): readonly string[] {
  const named = (text(environment, setting) ?? '').split(/[\s,]+/).filter((name) => name !== '');
  if (new Set(named).size < named.length) throw new InvalidSetting(setting, 'names a provider twice');
  if (named.length > 1 && !providerSettings[setting].isList)
    throw new InvalidSetting(setting, 'must name one provider');
  return named;
}

function providers(environment: Environment): ProviderNames {
  return {
    SMS_PROVIDERS: providerNames(environment, 'SMS_PROVIDERS'),
    MAIL_PROVIDER: providerNames(environment, 'MAIL_PROVIDER'),
    IDENTITY_PROVIDERS: providerNames(environment, 'IDENTITY_PROVIDERS'),
    FACE_CHANNEL_A: providerNames(environment, 'FACE_CHANNEL_A'),
    FACE_CHANNEL_B: providerNames(environment, 'FACE_CHANNEL_B'),
    PAY_PROVIDERS: providerNames(environment, 'PAY_PROVIDERS'),
    // The words for no adapter at all.
    CERTIFICATE_SOURCE: providerNames(environment, 'CERTIFICATE_SOURCE').filter((name) => name !== 'file'),
    CERTIFICATE_SOURCE_PERSONS: providerNames(environment, 'CERTIFICATE_SOURCE_PERSONS').filter(
      (name) => name !== 'built-in',
    ),
  };
}

function webAddress(environment: Environment, name: string): string | null {
  const given = text(environment, name)?.replace(/\/+$/, '') ?? null;
  if (given !== null && !/^https?:\/\//.test(given))
    throw new InvalidSetting(name, 'must begin with http:// or https://');
  return given;
}

/** TSA_URLS: `none`, or a list of addresses, which may include `built-in`. */
function timestampAuthorities(environment: Environment): readonly string[] {
  const given = text(environment, 'TSA_URLS') ?? 'built-in';
  if (given === 'none') return [];
  const listed = given.split(/[\s,]+/).filter((each) => each !== '');
  const wrong = listed.find((each) => each !== 'built-in' && !isWebAddress(each));
  if (wrong !== undefined) throw new InvalidSetting('TSA_URLS', 'must be built-in, none, or http addresses');
  return [...new Set(listed)];
}

/** `all`, `none`, or addresses and CIDR ranges. */
function networks(
  environment: Environment,
  setting: 'WEBHOOK_NETWORKS' | 'REVOCATION_NETWORKS' | 'PLATFORM_NETWORKS',
  fallback: 'all' | 'none',
): readonly string[] {
  const given = text(environment, setting) ?? fallback;
  if (given === 'all') return ['0.0.0.0/0', '::/0'];
  if (given === 'none') return [];
  const listed = given.split(/[\s,]+/).filter((each) => each !== '');
  if (listed.every(isAddressRange)) return listed;
  throw new InvalidSetting(setting, 'must be all, none, or addresses and CIDR ranges');
}

function isWebAddress(given: string): boolean {
  return URL.canParse(given) && /^https?:$/.test(new URL(given).protocol);
}

/** 32 bytes in standard base64: 44 characters. */
function isMasterKey(given: string): boolean {
  const bytes = Buffer.from(given, 'base64');
  return bytes.length === 32 && bytes.toString('base64') === given;
}

function loginMethodsIn(environment: Environment): readonly LoginMethod[] {
  const given = text(environment, 'LOGIN_METHODS');
  const methods = given === null ? loginMethods : readLoginMethods(given);
  if (methods === null)
    throw new InvalidSetting(
      'LOGIN_METHODS',
      `one or more of ${loginMethods.join(', ')}, separated by commas`,
    );
  return methods;
}

function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

function origins(environment: Environment, name: string): readonly string[] {
  const given = (text(environment, name) ?? '').split(',').map((each) => each.trim());
  return given
    .filter((each) => each !== '')
    .map((each) => {
      if (URL.canParse(each) && isWebAddress(each) && new URL(each).origin === each) return each;
      throw new InvalidSetting(name, `${each} is not an origin such as https://erp.example.com`);
    });
}

function metricsPort(environment: Environment, port: number): number | null {
  if (text(environment, 'METRICS_PORT') === null) return null;
  const own = integer(environment, 'METRICS_PORT', 0, 1, 65_535);
  if (own === port) throw new InvalidSetting('METRICS_PORT', 'must differ from PORT');
  return own;
}

/** Reads and validates all settings. Throws InvalidSetting naming the first invalid one. */
export function readConfig(environment: Environment): Config {
  const mode = oneOf(environment, 'MODE', ['sandbox', 'production'], 'sandbox');
  const host = text(environment, 'HOST') ?? '127.0.0.1';
  const port = integer(environment, 'PORT', 3000, 0, 65_535);
  // A socket can listen on all addresses, but a browser cannot open that address.
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  const baseUrl = (
    text(environment, 'BASE_URL') ??
    `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
  ).replace(/\/+$/, '');
  if (!isWebAddress(baseUrl)) throw new InvalidSetting('BASE_URL', 'must begin with http:// or https://');
  const timeZone = text(environment, 'TIME_ZONE') ?? 'Asia/Shanghai';
  if (!isZone(timeZone)) throw new InvalidSetting('TIME_ZONE', `${timeZone} is not an IANA time zone`);
  const storage = storageName(environment);
  const masterKey = secret(environment, 'MASTER_KEY');
  if (masterKey !== null && !isMasterKey(masterKey)) {
    throw new InvalidSetting('MASTER_KEY', 'must be 32 bytes, base64');
  }
  const officeConverterUrl = text(environment, 'OFFICE_CONVERTER_URL');
  if (officeConverterUrl !== null && !/^https?:\/\//.test(officeConverterUrl)) {
    throw new InvalidSetting('OFFICE_CONVERTER_URL', 'must begin with http:// or https://');
  }
  const timestampPolicy = text(environment, 'TSA_POLICY');
  if (timestampPolicy !== null && !/^[0-2](\.(0|[1-9]\d*))+$/.test(timestampPolicy)) {
    throw new InvalidSetting('TSA_POLICY', 'must be a dotted object identifier');
  }
  const sandboxLimits = mode === 'sandbox';
  const config: Config = {
    port,
    host,
    metricsPort: metricsPort(environment, port),
    tracing: readTracing(
      (name) => text(environment, name),
      (name) => secret(environment, name),
    ),
    baseUrl,
    dataDir: text(environment, 'DATA_DIR') ?? './data',
    storage,
    storageFallback: storageFallback(environment, storage),
    databaseUrl: secret(environment, 'DATABASE_URL'),
    databaseDirectUrl: secret(environment, 'DATABASE_DIRECT_URL'),
    databaseReadUrl: secret(environment, 'DATABASE_READ_URL'),
    databasePrepared: oneOf(environment, 'DATABASE_PREPARED', ['true', 'false'], 'true') === 'true',
    databaseConnections: integer(environment, 'DATABASE_CONNECTIONS', 20, 2, 500),
    mode,
    masterKey,
    role: oneOf(environment, 'ROLE', ['all', 'web', 'worker'], 'all'),
    drainSeconds: integer(environment, 'DRAIN_SECONDS', 0, 0, 600),
    timeZone,
    logLevel: oneOf(environment, 'LOG_LEVEL', ['debug', 'info', 'warn', 'error', 'silent'], 'info'),
    fontDir: text(environment, 'FONT_DIR'),
    documentThreads:
      text(environment, 'DOCUMENT_THREADS') === null
        ? null
        : integer(environment, 'DOCUMENT_THREADS', 1, 1, 64),
    parserSandbox: oneOf(environment, 'PARSER_SANDBOX', ['auto', 'required', 'off'], 'auto'),
    officeConverterUrl,
    officeProcesses: integer(environment, 'OFFICE_PROCESSES', 1, 1, 16),
    keyPlaces: {
      authority: keyPlace(environment, 'KEYS_AUTHORITY'),
      enterprise: keyPlace(environment, 'KEYS_ENTERPRISES'),
      service: keyPlace(environment, 'KEYS_SERVICES'),
    },
    dataKeyPlace: oneOf(environment, 'KEYS_WRAPPING', ['local', 'pkcs11'], 'local'),
    signingAlgorithm:
      oneOf(environment, 'SIGNING_ALGORITHM', ['P-256', 'RSA-2048'], 'P-256') === 'P-256'
        ? 'ecdsa-p256-sha256'
        : 'rsa-sha256',
    timestampAuthorities: timestampAuthorities(environment),
    timestampTrust: text(environment, 'TSA_TRUST'),
    signatureTrust: text(environment, 'SIGNATURE_TRUST'),
    timestampPolicy,
    timestampDeadlineMs: integer(environment, 'TSA_DEADLINE_MS', 3000, 100, 10_000),
    trustUrl: webAddress(environment, 'TRUST_URL') ?? baseUrl,
    trustRequestsPerMinute: integer(environment, 'TRUST_REQUESTS_PER_MINUTE', 600, 1, 1_000_000),
    loginMethods: loginMethodsIn(environment),
    sessionsPerPerson: integer(environment, 'SESSIONS_PER_PERSON', 10, 1, 100),
    eventChainHash: chainHash(environment),
    sealReview: oneOf(environment, 'SEAL_REVIEW', ['true', 'false'], 'false') === 'true',
    limits: readLimits((name, fallback, min, max) => integer(environment, name, fallback, min, max)),
    trustProxy: oneOf(environment, 'TRUST_PROXY', ['true', 'false'], 'false') === 'true',
    signingFeeFen: integer(environment, 'SIGNING_FEE_FEN', 500, 1, 10_000_000),
    smsPerMobilePerDay: integer(
      environment,
      'SMS_PER_MOBILE_PER_DAY',
      sandboxLimits ? 1000 : 10,
      1,
      1_000_000,
    ),
    smsPerAddressPerHour: integer(
      environment,
      'SMS_PER_ADDRESS_PER_HOUR',
      sandboxLimits ? 100_000 : 100,
      1,
      1_000_000,
    ),
    revocationNetworks: networks(environment, 'REVOCATION_NETWORKS', mode === 'sandbox' ? 'all' : 'none'),
    platformNetworks: networks(environment, 'PLATFORM_NETWORKS', mode === 'sandbox' ? 'all' : 'none'),
    webhookNetworks: networks(environment, 'WEBHOOK_NETWORKS', mode === 'sandbox' ? 'all' : 'none'),
    webhookConcurrency: integer(environment, 'WEBHOOK_CONCURRENCY', 256, 1, 10_000),
    auditDataRetentionDays: integer(environment, 'AUDIT_DATA_RETENTION_DAYS', 1095, 183, 36_500),
    closedCorpRetentionDays: integer(environment, 'CLOSED_CORP_RETENTION_DAYS', 30, 1, 3650),
    draftRetentionDays: integer(environment, 'DRAFT_RETENTION_DAYS', 365, 30, 3650),
    smsLogRetentionDays: integer(environment, 'SMS_LOG_RETENTION_DAYS', 30, 7, 3650),
    webhookRetentionDays: integer(environment, 'WEBHOOK_RETENTION_DAYS', 30, 2, 3650),
    allowSandboxProviders: (text(environment, 'ALLOW_SANDBOX_PROVIDERS') ?? '')
      .split(',')
      .filter((name) => name !== ''),
    providers: providers(environment),
    faceCallbackOrigins: origins(environment, 'FACE_CALLBACK_ORIGINS'),
    adapterSettings: adapterSettings(environment),
    demoContracts: oneOf(environment, 'DEMO_CONTRACTS', ['true', 'false'], 'false') === 'true',
    allowPublicSandbox: oneOf(environment, 'ALLOW_PUBLIC_SANDBOX', ['true', 'false'], 'false') === 'true',
  };
  if (config.timestampAuthorities.some((each) => each !== 'built-in') && config.timestampTrust === null) {
    throw new InvalidSetting(
      'TSA_TRUST',
      'must name the trusted certificates for the authorities in TSA_URLS',
    );
  }
  judgeSettings(config, {
    nodeEnv: text(environment, 'NODE_ENV'),
    masterKeyFile: text(environment, 'MASTER_KEY_FILE'),
  });
  return Object.freeze(config);
}

function chainHash(environment: Environment): ChainHash {
  const hash = oneOf(environment, 'EVENT_CHAIN_HASH', CHAIN_HASHES, 'sha256');
  if (hash === 'sm3' && !isSm3Sound())
    throw new InvalidSetting('EVENT_CHAIN_HASH', 'is sm3, which the OpenSSL of this Node.js does not have');
  return hash;
}
