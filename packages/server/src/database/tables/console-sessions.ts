import type { Id } from '@cinnabar/api/schema.js';
import type { JsonColumn } from '../json.js';

/**
 * How a session began. `access`: by an access link, which an application issues. `demo`: by one click, in the sandbox.
 */
export type LoginMethod = 'sms' | 'password' | 'passkey' | 'oidc' | 'access' | 'demo';

/** A session of the console. */
export interface ConsoleSessionsTable {
  session_id: Id<'ConsoleSession'>;
  session_hash: string;
  user_id: Id<'User'>;
  method: LoginMethod;
  /** Two factors have been given, or a passkey. */
  is_strong: boolean;
  /** Time of the newest fresh proof; null: none. */
  proven_at: Date | null;
  /** The only enterprise that it opens; null: every enterprise of the person. */
  corp_id: Id<'Corp'> | null;
  /** The access link by which it began; null: none. */
  link_id: Id<'Link'> | null;
  address: string;
  /** User agent. */
  device: string | null;
  created_at: Date;
  /** Exact to a minute. */
  last_used_at: Date;
  expire_time: Date;
}

/** A browser in which the person has logged in. */
export interface LoginDevicesTable {
  user_id: Id<'User'>;
  /** Of the token in its cookie. */
  device_hash: string;
  first_used_at: Date;
  last_used_at: Date;
}

export interface LoginPasswordsTable {
  user_id: Id<'User'>;
  verifier: string;
  set_at: Date;
}

/** A generator of authenticator codes (RFC 6238). */
export interface TotpFactorsTable {
  user_id: Id<'User'>;
  /** Encrypted by the platform's data key. */
  secret: Uint8Array;
  /** The newest time step whose password was used; no password of it or of an earlier one is accepted again. */
  last_step: number | null;
  created_at: Date;
  /** null until the person has entered a password of it. */
  confirmed_at: Date | null;
}

export interface RecoveryCodesTable {
  user_id: Id<'User'>;
  /** Keyed. */
  code_hash: string;
  created_at: Date;
  used_at: Date | null;
}

export interface PasskeysTable {
  credential_id: string;
  user_id: Id<'User'>;
  /** COSE. */
  public_key: Uint8Array;
  counter: number;
  name: string;
  created_at: Date;
  last_used_at: Date | null;
}

/** Purpose of a challenge. */
export type ChallengeKind = 'passkeyLogin' | 'passkeyProof' | 'passkeyNew' | 'oidc';

/** A random value that a browser or provider has to return; it serves once. */
export interface LoginChallengesTable {
  challenge_hash: string;
  kind: ChallengeKind;
  /** The person who has to return it; null: not known yet. */
  user_id: Id<'User'> | null;
  content: JsonColumn<Readonly<Record<string, string | number>>>;
  expire_time: Date;
}

/** The OpenID Connect provider of an enterprise. */
export interface LoginProvidersTable {
  corp_id: Id<'Corp'>;
  issuer: string;
  client_id: string;
  /** Encrypted by the enterprise's data key. */
  client_secret: Uint8Array;
  created_at: Date;
}

export interface ConsoleSessionTables {
  console_sessions: ConsoleSessionsTable;
  login_devices: LoginDevicesTable;
  login_passwords: LoginPasswordsTable;
  totp_factors: TotpFactorsTable;
  recovery_codes: RecoveryCodesTable;
  passkeys: PasskeysTable;
  login_challenges: LoginChallengesTable;
  login_providers: LoginProvidersTable;
}
