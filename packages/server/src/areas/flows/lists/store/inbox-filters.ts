import type { Id } from '@cinnabar/api/schema.js';
import type { FlowId } from '@cinnabar/api/schemas/flow.js';
import type { TemplateId } from '@cinnabar/api/schemas/template.js';
import { type SqlBool, sql } from 'kysely';
import { substringPattern } from '../../../../database/substring-pattern.js';
import type { UserId } from '../../../../operation/context.js';
import type { FlowStatus } from '../../flow/flow.js';
import type { Condition, Inbox } from './inbox-scope.js';

export type BatchId = Id<'Batch'>;

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
  readonly templateId: TemplateId | null;
  readonly initiatorId: UserId | null;
  readonly batchId: BatchId | null;
  /** Flows that have waited for the same act since then or before. */
  readonly waitingSince: Date | null;
}

/** Filters that the database evaluates by itself. */
export interface ResolvedFilters extends FlowFilters {
  /** Encrypted flows in the scope whose decrypted titles match; null: no title filter. */
  readonly sealedByTitle: readonly FlowId[] | null;
}

const timeColumns = { started: 'started_at', finished: 'finished_at', deadline: 'deadline' } as const;

/** Clocks of several processes may differ. */
const CLOCK_TOLERANCE_MS = 3_600_000;

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
  if (filters.templateId !== null) conditions.push(where('template_id', '=', filters.templateId));
  if (filters.initiatorId !== null) conditions.push(where('initiator_id', '=', filters.initiatorId));
  if (filters.batchId !== null) conditions.push(where('batch_id', '=', filters.batchId));
  if (filters.waitingSince !== null) conditions.push(where('waiting_since', '<=', filters.waitingSince));
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
    // A flow starts after its creation, so PostgreSQL may begin there in the order of the list.
    if (filters.time.to !== null && filters.time.of !== 'deadline')
      conditions.push(where('created_at', '<=', new Date(filters.time.to.getTime() + CLOCK_TOLERANCE_MS)));
  }
  return conditions;
}
