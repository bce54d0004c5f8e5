import { SealAuthorStatus } from '@cinnabar/api/enums.js';
import type { Authorisation } from '../../shared/seals/authorisation.js';

/** What the cell says about one authorisation; words are the page's. */
export interface CellLine {
  readonly id: number;
  readonly role: Authorisation['authorRole'];
  /** yyyy-MM-dd; null: it is in force. */
  readonly from: string | null;
  /** yyyy-MM-dd; null: no end. */
  readonly until: string | null;
  /** Number of templates; 0: all contracts. */
  readonly templates: number;
  readonly isAutomatic: boolean;
  readonly isNotified: boolean;
}

/** Authorisations that one cell shows; the sheet has them all. */
const SHOWN = 2;

export interface Cell {
  readonly lines: readonly CellLine[];
  readonly more: number;
}

/** The authorisations of a member for one seal: examining before using, those in force before those to come. */
export function cellOf(authorisations: readonly Authorisation[], sealId: number): Cell {
  const held = recordsOf(authorisations, sealId);
  return {
    lines: held.slice(0, SHOWN).map((record) => ({
      id: record.id,
      role: record.authorRole,
      from: record.status === SealAuthorStatus.notYet ? record.effectiveTime.slice(0, 10) : null,
      until: record.expireTime?.slice(0, 10) ?? null,
      templates: record.authorRange === 0 ? 0 : countTemplates(record.templates),
      isAutomatic: record.autoSignStatus === 'inForce',
      isNotified: record.examinerNotify === 1,
    })),
    more: Math.max(0, held.length - SHOWN),
  };
}

export function recordsOf(authorisations: readonly Authorisation[], sealId: number): Authorisation[] {
  return authorisations
    .filter((record) => record.sealId === sealId)
    .toSorted(
      (one, other) =>
        one.status - other.status || rank(one.authorRole) - rank(other.authorRole) || other.id - one.id,
    );
}

function rank(role: Authorisation['authorRole']): number {
  return role === 'SEAL_EXAMINER' ? 0 : 1;
}

function countTemplates(templates: string): number {
  const ids: unknown = JSON.parse(templates);
  return Array.isArray(ids) ? ids.length : 0;
}
