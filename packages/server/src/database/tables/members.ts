import type { Role } from '@cinnabar/api/permissions.js';
import type { Id } from '@cinnabar/api/schema.js';

/** One person, whatever enterprises they work for. */
export interface UsersTable {
  user_id: Id<'User'>;
  /** Mainland 11 digits or E.164; unique. null: the number belongs to somebody else by now. */
  mobile: string | null;
  /** Proven, as the number is. */
  real_name: string | null;
  /** Encrypted by the platform's data key: a person belongs to no enterprise. */
  ident_num: Uint8Array | null;
  /** Blind index of the number, so that a repeated one can be compared without decrypting. */
  ident_num_index: string | null;
  /** When the identity was proven; null if it was not. What enterprises assert is stored with memberships. */
  verified_at: Date | null;
  /** How they proved it. `platform`: whoever runs the service answers for it. */
  proven_by: ProofOfIdentity | null;
  /** The enterprise in whose course they did; null: none. */
  proven_in: Id<'Corp'> | null;
  created_at: Date;
  /** When they last proved anything, be it their mobile; null: never, or nothing is proven of who they are. */
  last_proof_at: Date | null;
}

/** `page`: name and number on a page of ours. `code`: in memberAuth, with a code of the person's mobile. */
export type ProofOfIdentity = 'page' | 'face' | 'code' | 'platform';

/** A person in one enterprise. */
export interface MembersTable {
  corp_id: Id<'Corp'>;
  user_id: Id<'User'>;
  user_name: string;
  job_num: string;
  /** `invited`: has not agreed to act here yet. */
  state: 'valid' | 'invited' | 'deleted';
  roles: readonly Role[];
  /** When the person confirmed this membership, so that the enterprise may know their proven identity. */
  confirmed_at: Date | null;
  /** Who the enterprise says that the person is, while they have not proven it here themselves. */
  asserted_name: string | null;
  asserted_ident_num: Uint8Array | null;
  asserted_ident_num_index: string | null;
  asserted_at: Date | null;
  /** The application; null where that was not kept. */
  asserted_by: string | null;
  signing_password: string | null;
  /**
   * An application's id, `page` for the member's own page, `platform` for its operator; null where that was not kept.
   */
  password_set_by: string | null;
  password_set_at: Date | null;
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

/** Never changed, never removed. */
export interface IdentityCorrectionsTable {
  correction_id: Id<'Correction'>;
  user_id: Id<'User'>;
  former_name: string;
  real_name: string;
  reason: string;
  corrected_at: Date;
  /** Anyone who runs the service, or the person by their face. */
  corrected_by: 'platform' | 'face';
}

/** A person's mobile became another one, or passed to somebody else. Never changed, never removed. */
export interface MobileChangesTable {
  change_id: Id<'MobileChange'>;
  user_id: Id<'User'>;
  /** Masked, as mobiles are in what lasts for ever; null: they had none. */
  former_mobile: string | null;
  /** Keyed, so that the service can tell whether two are the same. */
  former_mobile_digest: string | null;
  /** null: they have none from then on. */
  mobile: string | null;
  mobile_digest: string | null;
  /** `codes`: to both mobiles. `identity`: somebody proved by name and number that the mobile is theirs now. */
  proven_by: 'codes' | 'face' | 'identity';
  /** To whom the mobile passed; null where the person changed it themselves. */
  because_of: Id<'User'> | null;
  changed_at: Date;
  address: string | null;
  device: string | null;
}

/** A person lets the applications of an enterprise see and act in all of their own contracts; kept when revoked. */
export interface PersonalContractPermissionsTable {
  permission_id: Id<'Permission'>;
  user_id: Id<'User'>;
  corp_id: Id<'Corp'>;
  version: string;
  /** SHA-256 of the words that were accepted, hex. */
  text_hash: string;
  given_at: Date;
  address: string;
  device: string | null;
  revoked_at: Date | null;
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
  identity_corrections: IdentityCorrectionsTable;
  mobile_changes: MobileChangesTable;
  personal_contract_permissions: PersonalContractPermissionsTable;
  join_requests: JoinRequestsTable;
}
