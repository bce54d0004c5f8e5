import type { Role } from '@cinnabar/api/permissions.js';
import type { Id } from '@cinnabar/api/schema.js';

/** One person, whatever enterprises they work for. */
export interface UsersTable {
  user_id: Id<'User'>;
  /** Mainland 11 digits or E.164; unique. */
  mobile: string;
  real_name: string | null;
  /** Under the platform's data key: a person belongs to no enterprise. */
  ident_num: Uint8Array | null;
  /** Blind index of the number, so that a repeated one can be compared without decrypting. */
  ident_num_index: string | null;
  /** null: name and number were never confirmed by an identity provider. */
  verified_at: Date | null;
  created_at: Date;
}

/** A person in one enterprise. */
export interface MembersTable {
  corp_id: Id<'Corp'>;
  user_id: Id<'User'>;
  user_name: string;
  job_num: string;
  /** `invited`: verified elsewhere, and has not agreed to act here yet. */
  state: 'valid' | 'invited' | 'deleted';
  roles: readonly Role[];
  /** Since when this enterprise may know the person's verified identity: it gave it itself, or the person agreed. */
  confirmed_at: Date | null;
  signing_password: string | null;
  /** Wrong passwords in a row. */
  password_failures: number;
  password_locked_until: Date | null;
  created_at: Date;
}

/** A signing password that a person has set for themselves, on a page of their own. */
export interface PersonPasswordsTable {
  user_id: Id<'User'>;
  verifier: string;
  /** Wrong ones in a row. */
  failures: number;
  locked_until: Date | null;
}

/** A verified person asks to become a member; at most once at a time. */
export interface JoinRequestsTable {
  corp_id: Id<'Corp'>;
  user_id: Id<'User'>;
  state: 'open' | 'accepted' | 'rejected';
  asked_at: Date;
  decided_by: Id<'User'> | null;
  decided_at: Date | null;
}

export interface MembersTables {
  users: UsersTable;
  members: MembersTable;
  person_passwords: PersonPasswordsTable;
  join_requests: JoinRequestsTable;
}
