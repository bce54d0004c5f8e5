import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { enterpriseContractsList as operation } from '@cinnabar/api/operations/flows.js';
import { pageWindow } from '@cinnabar/api/schemas/paging.js';
import type { MemberContext } from '../../../operation/context.js';
import { openedCorp } from '../../enterprise/index.js';
import { readFilters } from './flow-filters.js';
import { flowListItemView } from './flow-list-item.js';
import { listInbox } from './store/find-in-inbox.js';

export async function enterpriseContractsList(
  ctx: MemberContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const scope = { kind: 'enterprise', corpId: await openedCorp(ctx) } as const;
  const { countLimit = null } = input;
  const { rows, ...total } = await listInbox(
    ctx.db,
    scope,
    readFilters(input),
    pageWindow(input),
    countLimit,
  );
  return { items: rows.map(flowListItemView), ...total };
}
