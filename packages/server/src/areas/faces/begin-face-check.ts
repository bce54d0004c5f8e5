import { randomBytes } from 'node:crypto';
import { base32 } from '../../custody/secrets.js';
import type { CorpId, UserId } from '../../operation/context.js';
import { causedBy, refuse } from '../../operation/refusal.js';
import type { Services } from '../../operation/services.js';
import { type FaceChannel, type FaceIdentity, FaceUnavailable } from '../../providers/face/port.js';
import type { CoveredAct, FaceOrder, FacePurpose, NamedLegalRep } from './face-order.js';
import { withParameters } from './rules.js';

export interface FaceCheck {
  /** See FaceOrder. */
  readonly corpId: CorpId | null;
  readonly userId: UserId;
  readonly purpose: FacePurpose;
  readonly businessIds: readonly number[];
  readonly channel: FaceChannel;
  readonly asker: string;
  /** Acts or decisions confirmed by the check; empty if it is not for an intent. */
  readonly covered: readonly CoveredAct[];
  readonly callbackUrl: string | null;
  /** The person whose face is required; null: the person states their identity and the provider checks it. */
  readonly subject: FaceIdentity | null;
  /** See FaceOrder. */
  readonly legalRep?: NamedLegalRep;
  readonly lifeMs: number;
  readonly now: Date;
}

/**
 * Requests a check from the provider. The call is slow, so it precedes any transaction.
 * @returns the order, for insertOrder
 * @throws Refusal FACE_SERVICE_UNAVAILABLE
 */
export async function beginFaceCheck(
  services: Pick<Services, 'faces'>,
  check: FaceCheck,
): Promise<FaceOrder> {
  const { subject, lifeMs, now, ...about } = check;
  const orderNo = base32(randomBytes(20));
  return {
    ...about,
    legalRep: check.legalRep ?? null,
    orderNo,
    h5faceId: await begin(services, { orderNo, channel: check.channel, subject }),
    createTime: now,
    expireTime: new Date(now.getTime() + lifeMs),
    result: null,
    finishTime: null,
    useTime: null,
  };
}

async function begin(
  { faces }: Pick<Services, 'faces'>,
  request: { readonly orderNo: string; readonly channel: FaceChannel; readonly subject: FaceIdentity | null },
): Promise<string> {
  if (faces === null) throw refuse('FACE_SERVICE_UNAVAILABLE');
  try {
    return await faces.begin(request);
  } catch (error) {
    throw error instanceof FaceUnavailable ? causedBy(error, refuse('FACE_SERVICE_UNAVAILABLE')) : error;
  }
}

/** Our page that runs the check. */
export function facePage(
  { config }: Pick<Services, 'config'>,
  { orderNo }: Pick<FaceOrder, 'orderNo'>,
): string {
  return withParameters(`${config.baseUrl}/face`, { orderNo });
}
