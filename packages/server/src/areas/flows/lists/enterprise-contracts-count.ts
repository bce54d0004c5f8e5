import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { enterpriseContractsCount as operation } from '@cinnabar/api/operations/flows.js';
import type { MemberContext } from '../../../operation/context.js';
import { openedCorp } from '../../enterprise/index.js';
import { readFilters } from './flow-filters.js';
import { countInbox } from './store/count-inbox.js';

export async function enterpriseContractsCount(
  ctx: MemberContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const scope = { kind: 'enterprise', corpId: await openedCorp(ctx) } as const;
  return countInbox(ctx.db, scope, readFilters(input, ctx.now));
}
