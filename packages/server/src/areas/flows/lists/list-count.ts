import { FlowQuery } from '@cinnabar/api/enums.js';
import { listCount as operation } from '@cinnabar/api/operations/flows.js';
import { route } from '../../../operation/handler.js';
import { viewerOf } from '../flow/access.js';
import { readFilters } from './flow-filters.js';
import { countInbox } from './store/count-inbox.js';

export const listCount = route('member', operation, (ctx, input) => {
  const scope = {
    kind: 'own',
    viewer: viewerOf(ctx),
    docQueryType: input.docQueryType ?? FlowQuery.all,
  } as const;
  return countInbox(ctx.db, scope, readFilters(input));
});
