import { id } from '@cinnabar/api/schema.js';
import type { PayOrderId } from '@cinnabar/api/schemas/payment.js';

/** `new`: choose how; `last`: back from a payment page, to whatever has become of it; else the number of an order. */
export type Place = 'new' | 'last' | PayOrderId;

const orderIds = id<'PayOrder'>();

export function placeInAddress(): Place {
  const name = location.pathname.slice('/pay/'.length);
  if (/^\d{1,15}$/.test(name) && Number(name) > 0)
    return orderIds.read(Number(name), 'orderId', { zone: 'UTC' });
  return name === 'last' ? 'last' : 'new';
}
