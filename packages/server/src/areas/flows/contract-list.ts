import { contractList as operation } from '@cinnabar/api/flows.js';
import type { InputOf } from '@cinnabar/api/operation.js';
import { pageWindow } from '@cinnabar/api/schemas/paging.js';
import { route } from '../../handler.js';
import { invalidField } from '../../refusal.js';
import { viewerOf } from './access.js';
import { type FlowFilters, listInbox } from './store/inbox.js';

export const contractList = route('operator', operation, async (ctx, input) => {
  const { rows, totalCount } = await listInbox(ctx.db, viewerOf(ctx), readFilters(input), pageWindow(input));
  const items = rows.map((row) => ({
    flowId: row.flow_id,
    corpName: row.owner_corp_name,
    flowCode: row.flow_code,
    flowTitle: row.title,
    flowStatus: row.status,
    flowDesc: row.description,
    operateStatus: row.operate_status,
    initiatorType: 1 as const,
    initiatorId: row.initiator_id,
    initiatorName: row.initiator_name,
    expireDate: row.deadline,
    flowStartTime: row.started_at,
    flowFinishTime: row.finished_at,
    createTime: row.created_at,
  }));
  return { items, totalCount };
});

const timeColumns = { 0: 'started', 1: 'finished', 2: 'deadline' } as const;

/** An empty text filters nothing. */
function textOrNull(given: string | undefined): string | null {
  return given === undefined || given === '' ? null : given;
}

function readFilters(input: InputOf<typeof operation>): FlowFilters {
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
