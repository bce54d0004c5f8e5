import { PartyType } from '@cinnabar/api/enums.js';
import { plainMobile } from '@cinnabar/api/schemas/fields.js';
import type { TemplateId } from '@cinnabar/api/schemas/template.js';
import type { UserId } from '../../../operation/context.js';
import { invalidField } from '../../../operation/refusal.js';
import type { BatchId, FlowFilters } from './store/inbox-filters.js';

const timeColumns = { 0: 'started', 1: 'finished', 2: 'deadline' } as const;

/** The filters of all lists, counts and exports; each operation takes some of them. */
interface GivenFilters {
  readonly flowCode?: string;
  readonly flowTitle?: string;
  readonly flowStatus?: FlowStatusFilter;
  readonly flowStatusList?: readonly FlowStatusFilter[];
  readonly mobile?: string;
  readonly participantType?: PartyType;
  readonly participantName?: string;
  readonly queryTimeType?: 0 | 1 | 2;
  readonly flowStartTime?: Date;
  readonly flowFinishTime?: Date;
  readonly sourceOrderCode?: string;
  readonly templateId?: TemplateId;
  readonly initiatorId?: UserId;
  readonly batchId?: BatchId;
  readonly waitingDays?: number;
}

type FlowStatusFilter = NonNullable<FlowFilters['statuses']>[number];

/** Filters that every flow matches. */
export const noFilters: FlowFilters = {
  flowCode: null,
  flowTitle: null,
  statuses: null,
  mobile: null,
  participant: null,
  time: null,
  sourceOrderCode: null,
  templateId: null,
  initiatorId: null,
  batchId: null,
  waitingSince: null,
};

/** An empty text means no filter. */
function textOrNull(given: string | undefined): string | null {
  return given === undefined || given === '' ? null : given;
}

const DAY_MS = 24 * 3_600_000;

/** Refuses a time range that ends before it begins. */
export function readFilters(input: GivenFilters, now: Date): FlowFilters {
  const { flowStartTime: from = null, flowFinishTime: to = null } = input;
  if (from !== null && to !== null && from > to) {
    throw invalidField('flowStartTime', {
      zh: '不能晚于 flowFinishTime',
      en: 'must not be after flowFinishTime',
    });
  }
  const list = input.flowStatusList ?? [];
  const single = input.flowStatus === undefined ? null : [input.flowStatus];
  const name = textOrNull(input.participantName);
  const mobile = textOrNull(input.mobile);
  return {
    flowCode: textOrNull(input.flowCode),
    flowTitle: textOrNull(input.flowTitle),
    statuses: list.length > 0 ? list : single,
    mobile: mobile === null ? null : plainMobile(mobile),
    participant:
      name === null
        ? null
        : { kind: input.participantType === PartyType.enterprise ? 'enterprise' : 'person', name },
    time: from === null && to === null ? null : { of: timeColumns[input.queryTimeType ?? 0], from, to },
    sourceOrderCode: textOrNull(input.sourceOrderCode),
    templateId: input.templateId ?? null,
    initiatorId: input.initiatorId ?? null,
    batchId: input.batchId ?? null,
    waitingSince:
      input.waitingDays === undefined ? null : new Date(now.getTime() - input.waitingDays * DAY_MS),
  };
}
