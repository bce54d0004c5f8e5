import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { payOrderListByPage as operation } from '@cinnabar/api/operations/payments.js';
import { pageWindow } from '@cinnabar/api/schemas/paging.js';
import type { MemberContext } from '../../operation/context.js';
import { invalidField } from '../../operation/refusal.js';
import { viewerOf } from '../flows/index.js';
import { payTypesNamed } from './rules/channels.js';
import { countOrders, listOrders, type OrderFilter } from './store/order-list.js';
import { orderView } from './views.js';

export async function payOrderListByPage(
  ctx: MemberContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const viewer = viewerOf(ctx);
  const filter = filterOf(input);
  const [totalCount, orders] = await Promise.all([
    countOrders(ctx.db, viewer, filter),
    listOrders(ctx.db, viewer, filter, pageWindow(input)),
  ]);
  return { items: orders.map(orderView), totalCount };
}

function filterOf(input: InputOf<typeof operation>): OrderFilter {
  const begin = input.beginTime ?? null;
  const end = input.endTime ?? null;
  if (begin !== null && end !== null && begin > end) {
    throw invalidField('beginTime', { zh: '不能晚于 endTime', en: 'must not be after endTime' });
  }
  const payType = given(input.payTypeCode);
  const orderType = input.orderType ?? null;
  return {
    orderId: input.id ?? null,
    flowId: input.flowId ?? null,
    orderCode: given(input.orderCode),
    businessOrderNo: given(input.businessOrderNo),
    psnId: input.psnId ?? null,
    psnName: given(input.psnName),
    goodsName: given(input.goodsName),
    goodsType: input.goodsType ?? null,
    status: input.status ?? null,
    payTypes: payType === null ? null : payTypesNamed(payType),
    providerCode: given(input.providerCode),
    payerType: orderType === null ? null : orderType === 1 ? 'enterprise' : 'person',
    begin,
    end,
  };
}

/** A blank value means no filter. */
function given(text: string | undefined): string | null {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? null : trimmed;
}
