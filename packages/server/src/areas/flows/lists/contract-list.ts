import { FlowQuery } from '@cinnabar/api/enums.js';
import { contractList as operation } from '@cinnabar/api/operations/flows.js';
import { pageWindow } from '@cinnabar/api/schemas/paging.js';
import { route } from '../../../operation/handler.js';
import { viewerOf } from '../flow/access.js';
import { readFilters } from './flow-filters.js';
import { flowListItemView } from './flow-list-item.js';
import { listInbox } from './store/find-in-inbox.js';

export const contractList = route('member', operation, async (ctx, input) => {
  const scope = {
    kind: 'own',
    viewer: viewerOf(ctx),
    docQueryType: input.docQueryType ?? FlowQuery.all,
  } as const;
  const { rows, totalCount } = await listInbox(ctx.db, scope, readFilters(input), pageWindow(input));
  return { items: rows.map(flowListItemView), totalCount };
});
