import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { getSealListByPage as operation } from '@cinnabar/api/operations/seals.js';
import { pageWindow } from '@cinnabar/api/schemas/paging.js';
import type { MemberContext } from '../../operation/context.js';
import { orFailAs } from '../../operation/failed-step.js';
import { sealView } from './seal-view.js';
import { listSeals } from './store.js';

export async function getSealListByPage(
  ctx: MemberContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const filter = {
    sealId: input.sealId ?? null,
    sealName: input.sealName ?? null,
    categoryType: input.categoryType ?? null,
    status: input.sealStatus ?? null,
  };
  const { rows, totalCount } = await orFailAs('QUERY_ERROR', () =>
    listSeals(ctx.db, ctx.corpId, filter, pageWindow(input), ctx.now),
  );
  return { items: rows.map((row) => sealView(ctx.services, row, ctx.now)), totalCount };
}
