import type { Role } from '@cinnabar/api/permissions.js';
import type { ShallowDehydrateObject } from 'kysely';
import { timeFromJson } from '../../database/json.js';
import type { ProofOfIdentity } from '../../database/tables/members.js';
import type { CorpId, IdentityStrength, UserId } from '../../operation/context.js';

/** One person, in whatever enterprises they work. */
export interface User {
  readonly userId: UserId;
  /** '' while they have none, because their number has passed to somebody else. */
  readonly mobile: string;
  /** The proven name; null until it is proven. */
  readonly realName: string | null;
  readonly verifiedAt: Date | null;
  readonly provenBy: ProofOfIdentity | null;
  readonly provenIn: CorpId | null;
}

/** A person in one enterprise, with what that enterprise may know of them. */
export interface Membership {
  readonly corpId: CorpId;
  readonly userId: UserId;
  readonly userName: string;
  /** '' while they have none. */
  readonly mobile: string;
  readonly jobNum: string;
  /** `invited`: has not accepted yet and cannot act here. */
  readonly state: 'valid' | 'invited' | 'deleted';
  readonly roles: readonly Role[];
  /**
   * The name valid in this enterprise: proven, once the membership is confirmed, or asserted by this enterprise. null
   * means that the person counts as not verified here, regardless of their status elsewhere.
   */
  readonly realName: string | null;
  /** null whenever realName is. */
  readonly identity: IdentityStrength | null;
  readonly assertedAt: Date | null;
  /** The application that asserted it. */
  readonly assertedBy: string | null;
  /** Whether the person grants this enterprise's applications access to all of their own contracts. */
  readonly opensPersonalContracts: boolean;
  readonly confirmedAt: Date | null;
}

/** The columns of a membership and its person, as one row. */
export interface MembershipRow {
  readonly corp_id: CorpId;
  readonly user_id: UserId;
  readonly user_name: string;
  readonly mobile: string | null;
  readonly job_num: string;
  readonly state: Membership['state'];
  readonly roles: readonly Role[];
  readonly real_name: string | null;
  readonly verified_at: Date | null;
  readonly confirmed_at: Date | null;
  readonly asserted_name: string | null;
  readonly asserted_at: Date | null;
  readonly asserted_by: string | null;
  readonly opens_personal_contracts: boolean;
}

export function membershipOf(row: MembershipRow): Membership {
  const identity = strengthOf(row);
  return {
    corpId: row.corp_id,
    userId: row.user_id,
    userName: row.user_name,
    mobile: row.mobile ?? '',
    jobNum: row.job_num,
    state: row.state,
    roles: row.roles,
    realName: identity === 'proven' ? row.real_name : identity === 'asserted' ? row.asserted_name : null,
    identity,
    assertedAt: row.asserted_at,
    assertedBy: row.asserted_by,
    opensPersonalContracts: row.opens_personal_contracts,
    confirmedAt: row.confirmed_at,
  };
}

/** A membership that a query returns as JSON. */
export function membershipFromJson(row: ShallowDehydrateObject<MembershipRow>): Membership {
  return membershipOf({
    ...row,
    verified_at: timeFromJson(row.verified_at),
    confirmed_at: timeFromJson(row.confirmed_at),
    asserted_at: timeFromJson(row.asserted_at),
  });
}

export function strengthOf(
  row: Pick<MembershipRow, 'confirmed_at' | 'verified_at' | 'asserted_name'>,
): IdentityStrength | null {
  if (row.confirmed_at !== null && row.verified_at !== null) return 'proven';
  return row.asserted_name === null ? null : 'asserted';
}
