import { payOrderQuery as operation } from '@cinnabar/api/operations/payments.js';
import { route } from '../../operation/handler.js';
import { seeOrder } from './access.js';
import { orderDetailView } from './views.js';

export const payOrderQuery = route('member', operation, async (ctx, { id }) =>
  orderDetailView(await seeOrder(ctx, id)),
);
