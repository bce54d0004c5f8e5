/** Rejects well-formed but unsafe settings: an open sandbox, and secrets that can be guessed. */
import { isAbsolute, relative, resolve } from 'node:path';
import type { Config } from './config.js';
import { InvalidSetting } from './invalid-setting.js';

/** Origin of the settings, as far as it determines what is allowed. */
export interface Origin {
  /** NODE_ENV */
  readonly nodeEnv: string | null;
  /** MASTER_KEY_FILE */
  readonly masterKeyFile: string | null;
}

/** @throws InvalidSetting */
export function judgeSettings(config: Config, origin: Origin): void {
  judgePooler(config);
  if (config.mode === 'sandbox') judgeSandbox(config, origin);
  else judgeProduction(config, origin);
}

/** Whether an address to listen on is reachable only from this machine. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase();
  return name === 'localhost' || name === '::1' || /^127(\.\d{1,3}){3}$/.test(name);
}

function judgePooler({ databaseUrl, databaseDirectUrl, databaseReadUrl, databasePrepared }: Config): void {
  if (databaseReadUrl !== null && databaseUrl === null) {
    throw new InvalidSetting(
      'DATABASE_READ_URL',
      'is a replica of the server of DATABASE_URL, which is not set',
    );
  }
  if (databaseDirectUrl !== null && databaseUrl === null) {
    throw new InvalidSetting(
      'DATABASE_DIRECT_URL',
      'is the server behind the pooler of DATABASE_URL, which is not set',
    );
  }
  if (!databasePrepared && databaseDirectUrl === null) {
    throw new InvalidSetting(
      'DATABASE_DIRECT_URL',
      'is required with DATABASE_PREPARED=false: migrations and jobs need sessions, which a pooler of transactions lacks',
    );
  }
}

function judgeSandbox({ host, allowPublicSandbox }: Config, { nodeEnv }: Origin): void {
  if (allowPublicSandbox) return;
  const meant = 'set MODE=production, or ALLOW_PUBLIC_SANDBOX=true where a sandbox is meant';
  const danger =
    'everyone who can reach a sandbox can read its verification codes and demo secrets and move its clock';
  if (!isLoopback(host)) {
    throw new InvalidSetting(
      'HOST',
      `the sandbox would listen on ${host}, and ${danger}: set HOST=127.0.0.1; or ${meant}`,
    );
  }
  if (nodeEnv === 'production')
    throw new InvalidSetting('MODE', `is sandbox with NODE_ENV=production, and ${danger}: ${meant}`);
}

function judgeProduction(config: Config, { masterKeyFile }: Origin): void {
  if (config.masterKey === null) {
    throw new InvalidSetting(
      'MASTER_KEY',
      'production needs a master key (32 bytes, base64) that is kept outside DATA_DIR: name its file in MASTER_KEY_FILE',
    );
  }
  if (isGuessableKey(Buffer.from(config.masterKey, 'base64'))) {
    throw new InvalidSetting(
      'MASTER_KEY',
      'the key is not random; generate one with "openssl rand -base64 32"',
    );
  }
  if (masterKeyFile !== null && liesIn(config.dataDir, masterKeyFile)) {
    throw new InvalidSetting(
      'MASTER_KEY_FILE',
      'is in DATA_DIR: a copy of that folder would contain both the files and the key that decrypts them',
    );
  }
  if (config.databaseUrl === null) {
    throw new InvalidSetting(
      'DATABASE_URL',
      'production needs a PostgreSQL server; the bundled database is for evaluation only',
    );
  }
  judgePassword('DATABASE_URL', config.databaseUrl);
  judgePassword('DATABASE_DIRECT_URL', config.databaseDirectUrl);
  judgePassword('DATABASE_READ_URL', config.databaseReadUrl);
  if (!config.baseUrl.startsWith('https://')) {
    throw new InvalidSetting(
      'BASE_URL',
      'must begin with https:// in production: links and sessions would be sent unencrypted',
    );
  }
}

function judgePassword(setting: string, address: string | null): void {
  const weakness = address === null ? null : weaknessOfPassword(address);
  if (weakness !== null)
    throw new InvalidSetting(setting, `the password ${weakness}: give the account another one`);
}

function liesIn(folder: string, file: string): boolean {
  const way = relative(resolve(folder), resolve(file));
  return way !== '' && !way.startsWith('..') && !isAbsolute(way);
}

/** 32 random bytes have about 30 distinct values; fewer than 17 occur in about one key in 1e9. */
const MIN_DIFFERENT = 17;

/** Detects bytes that are not random: repeated, sequential, or typed. */
function isGuessableKey(bytes: Uint8Array): boolean {
  if (new Set(bytes).size < MIN_DIFFERENT) return true;
  if (bytes.every((byte) => byte >= 0x20 && byte < 0x7f)) return true;
  const steps = new Set(bytes.map((byte, index) => byte - (bytes[index - 1] ?? 0)).subarray(1));
  return steps.size === 1;
}

const MIN_PASSWORD = 8;
const KNOWN_PASSWORDS: ReadonlySet<string> = new Set([
  ...['cinnabar', 'postgres', 'postgresql', 'password', 'passw0rd', 'secret', 'changeme', 'change-me'],
  ...['example', 'admin', 'admin123', 'administrator', 'database', '12345678', '123456789', '1234567890'],
]);

/**
 * Problem of the password in a database address; null if it has none, because the server may authenticate the account
 * by other means.
 */
function weaknessOfPassword(databaseUrl: string): string | null {
  if (!URL.canParse(databaseUrl)) return null;
  const { username, password: beforeHost, pathname, searchParams } = new URL(databaseUrl);
  const password = decoded(beforeHost) || (searchParams.get('password') ?? '');
  if (password === '') return null;
  const plain = password.toLowerCase();
  if (KNOWN_PASSWORDS.has(plain)) return 'is one that everybody tries';
  if (password === decoded(username) || password === decoded(pathname.slice(1)))
    return 'is the name of the account or of the database';
  return password.length < MIN_PASSWORD ? `has fewer than ${MIN_PASSWORD} characters` : null;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
