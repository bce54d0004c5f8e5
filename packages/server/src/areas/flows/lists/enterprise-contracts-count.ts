import { enterpriseContractsCount as operation } from '@cinnabar/api/operations/flows.js';
import { route } from '../../../operation/handler.js';
import { openedCorp } from '../../enterprise/index.js';
import { readFilters } from './flow-filters.js';
import { countInbox } from './store/count-inbox.js';

export const enterpriseContractsCount = route('member', operation, async (ctx, input) => {
  const scope = { kind: 'enterprise', corpId: await openedCorp(ctx) } as const;
  return countInbox(ctx.db, scope, readFilters(input));
});
