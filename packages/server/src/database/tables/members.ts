import type { Role } from '@cinnabar/api/permissions.js';
import type { Id } from '@cinnabar/api/schema.js';
import type { ColumnType, Generated } from 'kysely';

/** One person, independent of enterprises. */
export interface UsersTable {
  user_id: Id<'User'>;
  /** 11 digits for mainland numbers, otherwise E.164; unique. null: the number now belongs to another person. */
  mobile: string | null;
  /** Proven, like the ID document number. */
  real_name: string | null;
  /** Encrypted by the platform's data key: a person belongs to no enterprise. */
  ident_num: Uint8Array | null;
  /** Blind index of the ID document number, so that equal numbers can be detected without decryption. */
  ident_num_index: string | null;
  /** When the identity was proven; null if it was not. What enterprises assert is stored with memberships. */
  verified_at: Date | null;
  /** How it was proven. `platform`: on the responsibility of the operator. */
  proven_by: ProofOfIdentity | null;
  /** The enterprise in whose process it was proven; null: none. */
  proven_in: Id<'Corp'> | null;
  created_at: Date;
  /** Time of the last proof of any kind, including that of the mobile; null: none, or the identity is not proven. */
  last_proof_at: Date | null;
  /** When the person's data were erased; null: they were not. */
  erased_at: ColumnType<Date | null, never, Date>;
}

/** `page`: name and number entered on a page. `code`: in memberAuth, with a code sent to the person's mobile. */
export type ProofOfIdentity = 'page' | 'face' | 'code' | 'platform';

/** A person in one enterprise. */
export interface MembersTable {
  corp_id: Id<'Corp'>;
  user_id: Id<'User'>;
  user_name: string;
  job_num: string;
  /** `invited`: has not agreed to act here yet. */
  state: 'valid' | 'invited' | 'deleted';
  /** The state to which reopening the enterprise restores it; null: the enterprise is not closed. */
  state_when_closed: Generated<string | null>;
  roles: readonly Role[];
  /** Time at which the person confirmed this membership, so that the enterprise may see their proven identity. */
  confirmed_at: Date | null;
  /** The name that the enterprise asserts, until the person proves their identity here. */
  asserted_name: string | null;
  asserted_ident_num: Uint8Array | null;
  asserted_ident_num_index: string | null;
  asserted_at: Date | null;
  /** The application; null if it was not recorded. */
  asserted_by: string | null;
  signing_password: string | null;
  /**
   * An application's id, `page` for the member's own page, or `platform` for the operator; null if it was not recorded.
   */
  password_set_by: string | null;
  password_set_at: Date | null;
  /** Consecutive wrong passwords. */
  password_failures: number;
  password_locked_until: Date | null;
  created_at: Date;
}

/** A signing password that a person has set on a page. */
export interface PersonPasswordsTable {
  user_id: Id<'User'>;
  verifier: string;
  /** Consecutive wrong passwords. */
  failures: number;
  locked_until: Date | null;
}

/** Corrections of proven identities; append-only. */
export interface IdentityCorrectionsTable {
  correction_id: Id<'Correction'>;
  user_id: Id<'User'>;
  former_name: string;
  real_name: string;
  reason: string;
  corrected_at: Date;
  /** The operator, or the person by a face check. */
  corrected_by: 'platform' | 'face';
}

/** A person changed their mobile, or it passed to another person. Append-only. */
export interface MobileChangesTable {
  change_id: Id<'MobileChange'>;
  user_id: Id<'User'>;
  /** Masked, as are all mobiles in permanent records; null: none. */
  former_mobile: string | null;
  /** Keyed digest, so that the service can compare numbers. */
  former_mobile_digest: string | null;
  /** null: none from then on. */
  mobile: string | null;
  mobile_digest: string | null;
  /**
   * `codes`: codes sent to both mobiles. `identity`: another person proved by name and ID document number that the
   * mobile is now theirs.
   */
  proven_by: 'codes' | 'face' | 'identity';
  /** The person to whom the mobile passed; null if the person changed it. */
  because_of: Id<'User'> | null;
  changed_at: Date;
  address: string | null;
  device: string | null;
}

/**
 * A person's permission for the applications of an enterprise to see and act in all of the person's contracts; kept
 * after revocation.
 */
export interface PersonalContractPermissionsTable {
  permission_id: Id<'Permission'>;
  user_id: Id<'User'>;
  corp_id: Id<'Corp'>;
  version: string;
  /** SHA-256 of the accepted text, hexadecimal. */
  text_hash: string;
  given_at: Date;
  address: string;
  device: string | null;
  revoked_at: Date | null;
}

/** A verified person's request to become a member; at most one at a time. */
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
  identity_corrections: IdentityCorrectionsTable;
  mobile_changes: MobileChangesTable;
  personal_contract_permissions: PersonalContractPermissionsTable;
  join_requests: JoinRequestsTable;
}
