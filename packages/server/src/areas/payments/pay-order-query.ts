import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { payOrderQuery as operation } from '@cinnabar/api/operations/payments.js';
import type { MemberContext } from '../../operation/context.js';
import { seeOrder } from './access.js';
import { askProvider } from './ask-provider.js';
import { orderDetailView } from './views.js';

export async function payOrderQuery(
  ctx: MemberContext,
  { id }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const order = await seeOrder(ctx, id);
  return orderDetailView((await askProvider(ctx, order, ctx.now)) ? await seeOrder(ctx, id) : order);
}
