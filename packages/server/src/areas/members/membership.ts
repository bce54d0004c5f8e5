import type { Role } from '@cinnabar/api/permissions.js';
import type { CorpId, UserId } from '../../context.js';

/** One person, whatever enterprises they work for. */
export interface User {
  readonly userId: UserId;
  readonly mobile: string;
  /** The verified name; null before. */
  readonly realName: string | null;
  readonly verifiedAt: Date | null;
}

/** A person in one enterprise, with what that enterprise may know of them. */
export interface Membership {
  readonly corpId: CorpId;
  readonly userId: UserId;
  readonly userName: string;
  readonly mobile: string;
  readonly jobNum: string;
  /** `invited`: verified elsewhere, and has not agreed to act here yet. */
  readonly state: 'valid' | 'invited' | 'deleted';
  readonly roles: readonly Role[];
  /**
   * The verified name, once the membership is confirmed; null means that the person counts as not verified here,
   * whatever they are elsewhere.
   */
  readonly realName: string | null;
  readonly confirmedAt: Date | null;
}

/** The columns of a membership and its person, as one row. */
export interface MembershipRow {
  readonly corp_id: CorpId;
  readonly user_id: UserId;
  readonly user_name: string;
  readonly mobile: string;
  readonly job_num: string;
  readonly state: Membership['state'];
  readonly roles: readonly Role[];
  readonly real_name: string | null;
  readonly verified_at: Date | null;
  readonly confirmed_at: Date | null;
}

export function membershipOf(row: MembershipRow): Membership {
  const confirmed = row.confirmed_at !== null && row.verified_at !== null;
  return {
    corpId: row.corp_id,
    userId: row.user_id,
    userName: row.user_name,
    mobile: row.mobile,
    jobNum: row.job_num,
    state: row.state,
    roles: row.roles,
    realName: confirmed ? row.real_name : null,
    confirmedAt: row.confirmed_at,
  };
}
