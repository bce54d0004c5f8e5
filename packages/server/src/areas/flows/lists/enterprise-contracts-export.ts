import { enterpriseContractsExport as operation } from '@cinnabar/api/operations/flows.js';
import { route } from '../../../operation/handler.js';
import { openedCorp } from '../../enterprise/index.js';
import { exportFlows } from './export-flows.js';
import { readFilters } from './flow-filters.js';

export const enterpriseContractsExport = route('member', operation, async (ctx, input) => {
  const scope = { kind: 'enterprise', corpId: await openedCorp(ctx) } as const;
  return exportFlows(ctx, scope, readFilters(input));
});
