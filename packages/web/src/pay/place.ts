import { type OpenPage, type PageLink, pageAddress } from '@cinnabar/api/pages/addresses.js';
import { id } from '@cinnabar/api/schema.js';
import type { PayOrderId } from '@cinnabar/api/schemas/payment.js';

/** `new`: choose a method; `last`: return from a payment page to the latest order; otherwise the id of an order. */
export type Place = 'new' | 'last' | PayOrderId;

const orderIds = id<'PayOrder'>();

export function placeOf(page: OpenPage | null): Place {
  if (page?.name === 'payment' && page.parameters.orderId > 0) {
    return orderIds.read(page.parameters.orderId, 'orderId', { zone: 'UTC' });
  }
  return page?.name === 'lastPayment' ? 'last' : 'new';
}

export function addressOf(place: Place, { linkId }: PageLink): string {
  if (place === 'new') return pageAddress('newPayment', {}, { linkId });
  if (place === 'last') return pageAddress('lastPayment', {}, { linkId });
  return pageAddress('payment', { orderId: place }, { linkId });
}
