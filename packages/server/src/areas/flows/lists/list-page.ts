import type { InputOf } from '@cinnabar/api/operation.js';
import type { contractList, enterpriseContractsList, listByMobile } from '@cinnabar/api/operations/flows.js';
import { pageWindow } from '@cinnabar/api/schemas/paging.js';
import type { Db } from '../../../database/schema.js';
import { readFilters } from './flow-filters.js';
import { flowListItemView } from './flow-list-item.js';
import { listInbox } from './store/find-in-inbox.js';

/** The requested page of the flows in `scope`, with their total. */
export async function listPage(
  db: Db,
  scope: Parameters<typeof listInbox>[1],
  input: InputOf<typeof contractList | typeof enterpriseContractsList | typeof listByMobile>,
) {
  const { countLimit = null } = input;
  const { rows, ...total } = await listInbox(db, scope, readFilters(input), pageWindow(input), countLimit);
  return { items: rows.map(flowListItemView), ...total };
}
