import { FlowQuery } from '@cinnabar/api/enums.js';
import { contractExport as operation } from '@cinnabar/api/operations/flows.js';
import { route } from '../../../operation/handler.js';
import { viewerOf } from '../flow/access.js';
import { exportFlows } from './export-flows.js';
import { readFilters } from './flow-filters.js';

export const contractExport = route('member', operation, (ctx, input) => {
  const scope = {
    kind: 'own',
    viewer: viewerOf(ctx),
    docQueryType: input.docQueryType ?? FlowQuery.all,
  } as const;
  return exportFlows(ctx, scope, readFilters(input));
});
