/** The effect of seal authorisations, and which of them exclude each other: pure. */

import { SealAuthorStatus } from '@cinnabar/api/enums.js';
import type { Role } from '@cinnabar/api/permissions.js';

import type { TemplateId } from '@cinnabar/api/schemas/template.js';
import type { AuthorisationRow } from './authorisation-store.js';
import { mayUseSeal } from './rules.js';

type Period = Pick<AuthorisationRow, 'effective_at' | 'expire_at'>;
type Standing = Period & Pick<AuthorisationRow, 'withdrawn_at'>;
type Range = Pick<AuthorisationRow, 'author_range' | 'template_ids'>;
type Claim = Standing & Range & Pick<AuthorisationRow, 'user_id' | 'author_role'>;

/** An authorisation is in force from its start to its end, both included. */
export function authorisationStatus(record: Standing, now: Date): SealAuthorStatus {
  if (record.withdrawn_at !== null) return SealAuthorStatus.withdrawn;
  if (record.expire_at !== null && record.expire_at <= now) return SealAuthorStatus.expired;
  return record.effective_at > now ? SealAuthorStatus.notYet : SealAuthorStatus.inForce;
}

/** Whether it is withdrawn or expired, and so never in force again. */
export function isOver(record: Standing, now: Date): boolean {
  const status = authorisationStatus(record, now);
  return status === SealAuthorStatus.withdrawn || status === SealAuthorStatus.expired;
}

/** Whether it covers contracts of the template; null: a contract without a template. */
export function coversTemplate(range: Range, templateId: TemplateId | null): boolean {
  return range.author_range === 0 || (templateId !== null && range.template_ids.includes(templateId));
}

/** Whether two records of one seal grant one person the same right at the same time. */
export function authorisationsConflict(one: Claim, other: Claim): boolean {
  return (
    one.user_id === other.user_id &&
    one.author_role === other.author_role &&
    one.withdrawn_at === null &&
    other.withdrawn_at === null &&
    periodsOverlap(one, other) &&
    rangesOverlap(one, other)
  );
}

function periodsOverlap(one: Period, other: Period): boolean {
  return startsBeforeEnd(one, other) && startsBeforeEnd(other, one);
}

function startsBeforeEnd({ effective_at }: Period, { expire_at }: Period): boolean {
  return expire_at === null || effective_at < expire_at;
}

function rangesOverlap(one: Range, other: Range): boolean {
  if (one.author_range === 0 || other.author_range === 0) return true;
  return one.template_ids.some((templateId) => other.template_ids.includes(templateId));
}

/** The contract to be sealed, and the time. */
export interface SealOccasion {
  readonly templateId: TemplateId | null;
  readonly now: Date;
}

export interface SealRight {
  /** May place the seal without asking, unless the enterprise is strict. */
  readonly user: boolean;
  /** Examines this seal for such contracts. */
  readonly examiner: boolean;
}

type Held = Standing & Range & Pick<AuthorisationRow, 'author_role'>;

/** Whether a record is effective on the occasion. */
export function isInForceFor(record: Standing & Range, { templateId, now }: SealOccasion): boolean {
  return authorisationStatus(record, now) === SealAuthorStatus.inForce && coversTemplate(record, templateId);
}

/** @param records of the person on the seal */
export function sealRight(
  roles: readonly Role[],
  records: readonly Held[],
  occasion: SealOccasion,
): SealRight {
  const held = records.filter((record) => isInForceFor(record, occasion));
  return {
    user: mayUseSeal(roles) || held.length > 0,
    examiner: held.some((record) => record.author_role === 'SEAL_EXAMINER'),
  };
}

/** Whether the period ends later than before. */
export function isExtension(before: Pick<Period, 'expire_at'>, after: Pick<Period, 'expire_at'>): boolean {
  if (before.expire_at === null) return false;
  return after.expire_at === null || after.expire_at > before.expire_at;
}
