import type { contractList, listCount } from '@cinnabar/api/flows.js';
import type { InputOf } from '@cinnabar/api/operation.js';
import { invalidField } from '../../refusal.js';
import type { FlowFilters } from './store/inbox.js';

const timeColumns = { 0: 'started', 1: 'finished', 2: 'deadline' } as const;

/** An empty text filters nothing. */
function textOrNull(given: string | undefined): string | null {
  return given === undefined || given === '' ? null : given;
}

/** The filters that list and count share. Refuses a time that ends before it begins. */
export function readFilters(input: InputOf<typeof contractList | typeof listCount>): FlowFilters {
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
  return {
    docQueryType: input.docQueryType ?? 0,
    flowCode: textOrNull(input.flowCode),
    flowTitle: textOrNull(input.flowTitle),
    statuses: list.length > 0 ? list : single,
    mobile: textOrNull(input.mobile),
    participant: name === null ? null : { kind: input.participantType === 1 ? 'enterprise' : 'person', name },
    time: from === null && to === null ? null : { of: timeColumns[input.queryTimeType ?? 0], from, to },
    sourceOrderCode: textOrNull(input.sourceOrderCode),
  };
}
