import { contractList as operation } from '@cinnabar/api/flows.js';
import { pageWindow } from '@cinnabar/api/schemas/paging.js';
import { route } from '../../handler.js';
import { viewerOf } from './access.js';
import { readFilters } from './flow-filters.js';
import { listInbox } from './store/inbox.js';

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
