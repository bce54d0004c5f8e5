import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { batchList as operation } from '@cinnabar/api/operations/flows.js';
import { holdsRight } from '@cinnabar/api/permissions.js';
import { pageWindow } from '@cinnabar/api/schemas/paging.js';
import type { MemberContext } from '../../../operation/context.js';
import { refuseFor } from '../../../operation/refusal.js';
import { nothingStarted, summaryView } from './batch-view.js';
import { countItems, findBatches } from './store/find-batches.js';

export async function batchList(
  ctx: MemberContext,
  { scope = 0, ...paging }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const { corpId, db } = ctx;
  const { userId, roles } = ctx.actingMember;
  if (scope === 1 && !holdsRight(roles, 'readContracts')) throw refuseFor('PERMISSION_DENIED');
  const startedBy = scope === 1 ? null : userId;
  const { batches, totalCount } = await findBatches(db, { corpId, startedBy }, pageWindow(paging));
  const counts = await countItems(
    db,
    corpId,
    batches.map(({ batchId }) => batchId),
  );
  const items = batches.map((batch) => summaryView(ctx, batch, counts.get(batch.batchId) ?? nothingStarted));
  return { items, totalCount };
}
