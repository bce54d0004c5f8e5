/** The filters in the address of the list of contracts, and the requests that they stand for. */
import type { FlowStatus } from '@cinnabar/api/enums.js';
import type { InputOf } from '@cinnabar/api/operation.js';
import type { contractList, enterpriseContractsList } from '@cinnabar/api/operations/flow-lists.js';
import type { PageState } from '@cinnabar/api/pages/addresses.js';
import type { Sent } from '../../api/wire.js';
import { shapeOf } from '../shell/finder-query.js';
import { flowStatuses } from '../shell/statuses.js';

export type Filters = PageState<'consoleContracts'>;

/** The tabs of one's own contracts, in their order; the numbers are those of docQueryType. */
export const ownTabs = [0, 4, 5, 6, 1, 2, 3, 7, 8] as const;
export type OwnTab = (typeof ownTabs)[number];

/** The filters that are shown as chips. */
export const chipKeys = [
  'status',
  'title',
  'code',
  'order',
  'party',
  'mobile',
  'initiator',
  'template',
  'batch',
  'from',
  'days',
] as const satisfies readonly (keyof Filters)[];
export type ChipKey = (typeof chipKeys)[number];

const DEFAULT_SIZE = 20;
const SIZES: readonly number[] = [10, 20, 50, 100];
/** More contracts than these are counted as 1,000+. */
const COUNT_LIMIT = 1000;
const MAX_DAYS = 3650;

export function statusesIn(text: string | undefined): readonly FlowStatus[] {
  const given = (text ?? '').split(',');
  return flowStatuses.filter((status) => given.includes(String(status)));
}

export function ownTabIn(tab: number | undefined): OwnTab {
  return ownTabs.find((each) => each === tab) ?? 0;
}

export function sizeIn(size: number | undefined): number {
  return size !== undefined && SIZES.includes(size) ? size : DEFAULT_SIZE;
}

const DAY = /^\d{4}-\d\d-\d\d$/;

function dayIn(text: string | undefined): string | undefined {
  return text !== undefined && DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;
}

/** Whether the period ends before it begins. */
export function isReversed({ from, to }: Pick<Filters, 'from' | 'to'>): boolean {
  const [first, last] = [dayIn(from), dayIn(to)];
  return first !== undefined && last !== undefined && last < first;
}

type Shared = Pick<
  Sent<InputOf<typeof enterpriseContractsList>>,
  | 'flowStatusList'
  | 'flowTitle'
  | 'flowCode'
  | 'sourceOrderCode'
  | 'mobile'
  | 'participantType'
  | 'participantName'
  | 'queryTimeType'
  | 'flowStartTime'
  | 'flowFinishTime'
  | 'initiatorId'
  | 'templateId'
  | 'batchId'
  | 'waitingDays'
>;

/** One field searches by mobile, by number, or by title. */
function textFilter(text: string) {
  switch (shapeOf(text)) {
    case 'mobile':
      return { mobile: text };
    case 'code':
      return { flowCode: text };
    case 'words':
      return { flowTitle: text };
  }
}

/** Filters that both scopes have. What the list cannot have written into the address is left out. */
export function sharedFilters(filters: Filters): Shared {
  const { title, code, order, party, partyType, mobile, time, initiator, template, batch, days } = filters;
  const text = filters.text?.trim() ?? '';
  const statuses = statusesIn(filters.status);
  const isTurned = isReversed(filters);
  const [from, to] = isTurned ? [] : [dayIn(filters.from), dayIn(filters.to)];
  const byText = text === '' ? {} : textFilter(text);
  return {
    ...byText,
    ...(statuses.length === 0 ? {} : { flowStatusList: statuses }),
    ...(title === undefined ? {} : { flowTitle: title }),
    ...(code === undefined ? {} : { flowCode: code }),
    ...(order === undefined ? {} : { sourceOrderCode: order }),
    ...(party === undefined
      ? {}
      : { participantType: partyType === 0 ? (0 as const) : (1 as const), participantName: party }),
    ...(mobile === undefined ? {} : { mobile }),
    ...(from === undefined && to === undefined
      ? {}
      : { queryTimeType: time === 1 ? (1 as const) : time === 2 ? (2 as const) : (0 as const) }),
    ...(from === undefined ? {} : { flowStartTime: from }),
    ...(to === undefined ? {} : { flowFinishTime: to }),
    ...(initiator === undefined ? {} : { initiatorId: initiator }),
    ...(template === undefined ? {} : { templateId: template }),
    ...(batch === undefined ? {} : { batchId: batch }),
    ...(days === undefined || days > MAX_DAYS ? {} : { waitingDays: days }),
  };
}

function paging({ page, size }: Filters) {
  return {
    listPageNo: Math.max(1, page ?? 1),
    listPageSize: sizeIn(size),
    countLimit: COUNT_LIMIT,
    withReasons: 1 as const,
  };
}

/** Request of one's own list. */
export function ownListInput(filters: Filters): Sent<InputOf<typeof contractList>> {
  return { docQueryType: ownTabIn(filters.tab), ...sharedFilters(filters), ...paging(filters) };
}

/** Request of the enterprise's list. */
export function corpListInput(filters: Filters): Sent<InputOf<typeof enterpriseContractsList>> {
  return { ...sharedFilters(filters), ...paging(filters) };
}

/** The part of the address that shows these filters again, on the first page. */
export function queryOf(filters: Filters): string {
  const set = Object.entries(filters).filter(([key, value]) => key !== 'page' && value !== undefined);
  return new URLSearchParams(set.map(([key, value]): [string, string] => [key, String(value)])).toString();
}

/** The chips of the filters that are set. */
export function chipsOf(filters: Filters): readonly ChipKey[] {
  return chipKeys.filter((key) => {
    if (key === 'from') return filters.from !== undefined || filters.to !== undefined;
    if (key === 'status') return statusesIn(filters.status).length > 0;
    return filters[key] !== undefined;
  });
}

/** The filters without one of them, on the first page. */
export function withoutChip(key: ChipKey): Filters {
  const first = { page: undefined };
  if (key === 'from') return { from: undefined, to: undefined, time: undefined, ...first };
  if (key === 'party') return { party: undefined, partyType: undefined, ...first };
  return { [key]: undefined, ...first };
}

/** Every filter removed; scope and tab stay. */
export const noFilters: Filters = {
  ...Object.fromEntries(chipKeys.map((key) => [key, undefined])),
  text: undefined,
  to: undefined,
  time: undefined,
  partyType: undefined,
  page: undefined,
};
