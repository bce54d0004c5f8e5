import type { InputOf } from '@cinnabar/api/operation.js';
import type { contractList, enterpriseContractsList, listByMobile } from '@cinnabar/api/operations/flows.js';
import { pageWindow } from '@cinnabar/api/schemas/paging.js';
import type { MemberContext } from '../../../operation/context.js';
import { readFilters } from './flow-filters.js';
import { flowListItemView } from './flow-list-item.js';
import { listInbox } from './store/find-in-inbox.js';
import type { InboxScope } from './store/inbox-scope.js';
import { reasonsOf, unexplained } from './waiting-in-lists.js';

/** The requested page of the flows in `scope`, with their total. */
export async function listPage(
  ctx: MemberContext,
  scope: InboxScope,
  input: InputOf<typeof contractList | typeof enterpriseContractsList | typeof listByMobile>,
) {
  const { countLimit = null, withReasons } = input;
  const filters = readFilters(input, ctx.now);
  const { rows, ...total } = await listInbox(ctx.db, scope, filters, pageWindow(input), countLimit);
  const explain = withReasons === 1 ? await reasonsOf(ctx, rows) : unexplained;
  return { items: rows.map((row) => flowListItemView(row, explain)), ...total };
}
