import type { FlowId } from '@cinnabar/api/schemas/flow.js';
import { type SqlBool, sql } from 'kysely';
import { substringPattern } from '../../../../database/substring-pattern.js';
import type { FlowStatus } from '../../flow/flow.js';
import type { Condition, Inbox } from './inbox-scope.js';

export interface FlowFilters {
  readonly flowCode: string | null;
  readonly flowTitle: string | null;
  /** null: no filter. */
  readonly statuses: readonly FlowStatus[] | null;
  readonly mobile: string | null;
  readonly participant: { readonly kind: 'enterprise' | 'person'; readonly name: string } | null;
  readonly time: {
    readonly of: 'started' | 'finished' | 'deadline';
    readonly from: Date | null;
    readonly to: Date | null;
  } | null;
  readonly sourceOrderCode: string | null;
}

/** Filters that the database evaluates by itself. */
export interface ResolvedFilters extends FlowFilters {
  /** Encrypted flows in the scope whose decrypted titles match; null: no title filter. */
  readonly sealedByTitle: readonly FlowId[] | null;
}

const timeColumns = { started: 'started_at', finished: 'finished_at', deadline: 'deadline' } as const;

/** Conditions for a row to match all filters. */
export function passing(where: Inbox, filters: ResolvedFilters): readonly Condition[] {
  const conditions: Condition[] = [];
  if (filters.flowCode !== null) conditions.push(where('flow_code', '=', filters.flowCode));
  if (filters.flowTitle !== null) {
    const like = sql<SqlBool>`folded_title like lower(${substringPattern(filters.flowTitle)})`;
    const sealed = filters.sealedByTitle ?? [];
    // The title column of an encrypted flow is empty, so such a row never matches by accident.
    conditions.push(
      sealed.length === 0
        ? like
        : where.or([like, sql<SqlBool>`flow_inbox.flow_id = any(${sealed}::bigint[])`]),
    );
  }
  if (filters.statuses !== null) conditions.push(where('status', 'in', filters.statuses));
  if (filters.sourceOrderCode !== null) {
    conditions.push(where('source_order_code', '=', filters.sourceOrderCode));
  }
  if (filters.mobile !== null) {
    conditions.push(sql<SqlBool>`signer_mobiles @> ${[filters.mobile]}::text[]`);
  }
  if (filters.participant !== null) {
    const names = sql.ref(filters.participant.kind === 'enterprise' ? 'signer_corps' : 'signer_names');
    const like = substringPattern(filters.participant.name);
    // No name contains the separator, so no match spans two names.
    conditions.push(sql<SqlBool>`array_to_string(${names}, chr(31)) ilike ${like}`);
  }
  if (filters.time !== null) {
    const of = timeColumns[filters.time.of];
    if (filters.time.from !== null) conditions.push(where(of, '>=', filters.time.from));
    if (filters.time.to !== null) conditions.push(where(of, '<=', filters.time.to));
  }
  return conditions;
}
