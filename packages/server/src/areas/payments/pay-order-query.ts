import { payOrderQuery as operation } from '@cinnabar/api/payments.js';
import { route } from '../../handler.js';
import { refuse } from '../../refusal.js';
import { viewerOf } from '../flows/index.js';
import { seenOrder } from './store/order-list.js';
import { orderDetailView } from './views.js';

export const payOrderQuery = route('operator', operation, async (ctx, { id }) => {
  const order = await seenOrder(ctx.db, viewerOf(ctx), id);
  if (order === null) throw refuse('404');
  return orderDetailView(order);
});
