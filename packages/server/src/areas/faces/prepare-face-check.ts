import { randomBytes } from 'node:crypto';
import { base32 } from '../../custody/secrets.js';
import type { CorpId, UserId } from '../../operation/context.js';
import { refuse } from '../../operation/refusal.js';
import type { Services } from '../../operation/services.js';
import type { FaceChannel, FaceIdentity } from '../../providers/face/port.js';
import type { CoveredAct, FaceOrder, FacePurpose, NamedLegalRep } from './face-order.js';
import { withParameters } from './rules.js';
import { sealSubject } from './sealed-subject.js';

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
  /** The person whose face is required; null: the person states their identity when the check starts. */
  readonly subject: FaceIdentity | null;
  /** See FaceOrder. */
  readonly legalRep?: NamedLegalRep;
  readonly lifeMs: number;
  readonly now: Date;
}

/**
 * Prepares a check. The provider learns of it when the person has agreed to it on our page: until then nobody's name and
 * number leave the service, and the provider's own time limits begin only there.
 * @returns the order, for insertOrder
 * @throws Refusal FACE_SERVICE_UNAVAILABLE if there is no provider for the channel
 */
export async function prepareFaceCheck(
  services: Pick<Services, 'faces' | 'envelope'>,
  check: FaceCheck,
): Promise<FaceOrder> {
  if (services.faces?.serves(check.channel) !== true) throw refuse('FACE_SERVICE_UNAVAILABLE');
  const { subject, lifeMs, now, ...about } = check;
  const order = { orderNo: base32(randomBytes(20)), corpId: check.corpId };
  return {
    ...about,
    ...order,
    legalRep: check.legalRep ?? null,
    subject: subject === null ? null : await sealSubject(services, order, subject),
    stated: null,
    started: null,
    createTime: now,
    expireTime: new Date(now.getTime() + lifeMs),
    result: null,
    finishTime: null,
    useTime: null,
    proof: null,
  };
}

/** Our page that runs the check. */
export function facePage(
  { config }: Pick<Services, 'config'>,
  { orderNo }: Pick<FaceOrder, 'orderNo'>,
): string {
  return withParameters(`${config.baseUrl}/face`, { orderNo });
}
