import { randomBytes } from 'node:crypto';
import { base32, blindIndex } from '../../custody/secrets.js';
import { countAttempt } from '../../database/rate-counters.js';
import { transact } from '../../database/transact.js';
import type { Context } from '../../operation/context.js';
import { causedBy, invalidField, refuse, refuseFor } from '../../operation/refusal.js';
import type { Services } from '../../operation/services.js';
import {
  type FaceDevice,
  type FaceIdentity,
  type FacePage,
  type FaceProvider,
  type FaceRequest,
  FaceUnavailable,
} from '../../providers/face/port.js';
import type { FaceOrder } from './face-order.js';
import { requireOpen } from './require-open.js';
import { openSubject, sealSubject } from './sealed-subject.js';
import { findOrder, lockOrder, startOrder } from './store.js';

const DAY_MS = 24 * 3_600_000;
/** People go back and start again; scripts must not make the provider busy. */
const STARTS_OF_ORDER = 10;

export interface FaceStart {
  readonly device: FaceDevice;
  /** Name and number that the person states, if the order does not say whose face is required. */
  readonly stated: FaceIdentity | null;
}

/**
 * Starts a check at the provider. A person who went back may start it again; from then on only the latest start counts.
 * @returns the provider's page; null: the result is chosen on our own page
 * @throws Refusal 404, 409, 410, 400 naming `realName`, 429, FACE_SERVICE_UNAVAILABLE
 */
export async function startFaceCheck(
  { db, services, now }: Pick<Context, 'db' | 'services' | 'now'>,
  orderNo: string,
  { device, stated }: FaceStart,
): Promise<FacePage | null> {
  const order = await findOrder(db, orderNo);
  if (order === null) throw refuse('404');
  requireOpen(order, now);
  const starts = await countAttempt(db, `face-start:${orderNo}`, DAY_MS, now);
  if (starts.count > STARTS_OF_ORDER) throw refuseFor('CREDENTIALS_LIMITED', undefined, DAY_MS / 1000);
  const subject = await subjectOf(services, order, stated);
  const attemptNo = base32(randomBytes(20));
  const { h5faceId, page } = await begin(services, {
    attemptNo,
    channel: order.channel,
    subject,
    person: blindIndex(services.masterKey.pepper, 'person of face checks', String(order.userId)).slice(0, 32),
    device,
    returnUrl: `${services.config.baseUrl}/face/${orderNo}`,
  });
  const sealed = order.subject === null ? await sealSubject(services, order, subject) : null;
  await transact(db, async (tx) => {
    const locked = await lockOrder(tx, orderNo);
    if (locked === null) throw refuse('404');
    requireOpen(locked, now);
    await startOrder(tx, orderNo, { attemptNo, h5faceId, device }, sealed);
  });
  return page;
}

async function subjectOf(
  services: Pick<Services, 'envelope'>,
  order: FaceOrder,
  stated: FaceIdentity | null,
): Promise<FaceIdentity> {
  if (order.subject !== null) return openSubject(services, order, order.subject);
  if (stated !== null) return stated;
  throw invalidField('realName', {
    zh: '须与证件号码一并填写',
    en: 'is required with the ID document number',
  });
}

async function begin(
  { faces }: Pick<Services, 'faces'>,
  request: FaceRequest,
): ReturnType<FaceProvider['begin']> {
  if (faces === null) throw refuse('FACE_SERVICE_UNAVAILABLE');
  try {
    return await faces.begin(request);
  } catch (error) {
    throw error instanceof FaceUnavailable ? causedBy(error, refuse('FACE_SERVICE_UNAVAILABLE')) : error;
  }
}
