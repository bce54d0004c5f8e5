import { SealAuthorStatus } from '@cinnabar/api/enums.js';
import type { Authorisation } from './authorisation.js';
import type { Member } from './member-picker.js';

interface Request {
  readonly members: readonly Member[];
  readonly role: Authorisation['authorRole'];
  /** Empty means all contracts. */
  readonly templateIds: readonly number[];
  /** yyyy-MM-dd, or '' for now. */
  readonly start: string;
  readonly end: string;
}

const EVER = '9999-12-31';

/**
 * Authorisations that overlap the request, compared by whole days. The server, which knows the exact times, decides; an
 * authorisation that ends on the day on which the next one begins is left to it.
 */
export function conflicting(known: readonly Authorisation[], request: Request): readonly Member[] {
  const end = request.end === '' ? EVER : request.end;
  return request.members.filter(({ userId }) =>
    known.some((record) => {
      if (
        record.userId !== userId ||
        record.authorRole !== request.role ||
        record.status > SealAuthorStatus.notYet
      )
        return false;
      const from = record.effectiveTime.slice(0, 10);
      const until = record.expireTime?.slice(0, 10) ?? EVER;
      // '' sorts before every date: the request starts now. Authorisations that have ended have another status.
      const overlaps = request.start < until && from < end;
      return overlaps && rangesMeet(templatesOf(record), request.templateIds);
    }),
  );
}

function rangesMeet(one: readonly number[], other: readonly number[]): boolean {
  return one.length === 0 || other.length === 0 || one.some((templateId) => other.includes(templateId));
}

function templatesOf({ authorRange, templates }: Authorisation): readonly number[] {
  const ids: unknown = authorRange === 0 ? [] : JSON.parse(templates);
  return Array.isArray(ids) ? ids.filter((each) => typeof each === 'number') : [];
}
