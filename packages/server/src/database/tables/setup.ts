import type { PlatformDuty } from '@cinnabar/api/platform-duties.js';
import type { Id } from '@cinnabar/api/schema.js';
import type { Generated } from 'kysely';

/** A person who operates the platform. */
export interface PlatformOperatorsTable {
  user_id: Id<'User'>;
  name: string;
  created_at: Date;
  /** All of them unless somebody separates them. */
  duties: Generated<readonly PlatformDuty[]>;
}

/** A session of an operator. */
export interface PlatformSessionsTable {
  session_hash: string;
  user_id: Id<'User'>;
  created_at: Date;
  /** Exact to a minute. */
  last_used_at: Date;
  expire_time: Date;
}

/** The setup code: at most one, and none once it has served. */
export interface SetupCodesTable {
  is_only: Generated<boolean>;
  /** Encrypted by the platform's data key, so that a restart prints the same code. */
  sealed_code: Uint8Array;
  /** Wrong tries, and those that are being examined. */
  tries: Generated<number>;
  made_at: Date;
}

export interface SetupTables {
  platform_operators: PlatformOperatorsTable;
  platform_sessions: PlatformSessionsTable;
  setup_codes: SetupCodesTable;
}
