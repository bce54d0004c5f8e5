import { blindIndex, sameSecret } from '../../custody/secrets.js';
import type { Services } from '../../operation/services.js';
import type { FaceOrder } from './face-order.js';
import { FAILED, PASSED } from './rules.js';

/** Parameters with which a person returns from a check, and which an application passes on. */
export interface FaceParameters {
  readonly code: string;
  readonly orderNo: string;
  readonly h5faceId: string;
  /** Our own secret: knowing an order's number alone does not suffice to forge its result. */
  readonly newSign: string;
}

type ResultServices = Pick<Services, 'masterKey'>;

/** The parameters of a finished order. */
export function parametersOf(services: ResultServices, order: FaceOrder): FaceParameters {
  const { orderNo, userId } = order;
  const h5faceId = order.started?.h5faceId ?? '';
  const code = order.result === 'pass' ? PASSED : FAILED;
  const signed = [orderNo, h5faceId, code, userId].join(' ');
  return {
    code,
    orderNo,
    h5faceId,
    newSign: blindIndex(services.masterKey.pepper, 'face result', signed),
  };
}

export function sameParameters(
  services: ResultServices,
  order: FaceOrder,
  given: Omit<FaceParameters, 'orderNo'>,
): boolean {
  const real = parametersOf(services, order);
  return (
    given.code === real.code && given.h5faceId === real.h5faceId && sameSecret(given.newSign, real.newSign)
  );
}
