/** The page that runs a face check: its purpose, the agreements, and the return address. */
import type { InputOf } from '@cinnabar/api/operation.js';
import { agreementsFor } from '@cinnabar/api/pages/agreements.js';
import * as declared from '@cinnabar/api/pages/face.js';
import type { RegistrationView } from '@cinnabar/api/pages/registration.js';
import { id } from '@cinnabar/api/schema.js';
import { acceptAgreements } from '../areas/consents/index.js';
import { brandOf, findCorp } from '../areas/enterprise/index.js';
import * as faceAuth from '../areas/face-auth/index.js';
import { type FaceOrder, findOrder, findOwnCheck, startFaceCheck, stateOf } from '../areas/faces/index.js';
import { partsOfPerson } from '../areas/flows/index.js';
import { findUser, readIdentity } from '../areas/members/index.js';
import { registrationView } from '../areas/newcomers/index.js';
import { maskMobile } from '../custody/masking.js';
import type { Db } from '../database/schema.js';
import type { Context, VisitorContext } from '../operation/context.js';
import { type AnyRoute, route } from '../operation/handler.js';
import { Refusal, refuse } from '../operation/refusal.js';
import type { Services } from '../operation/services.js';
import { isFramed } from './framing.js';
import { originOf } from './origin.js';
import { faceDevice, faceReturn } from './rules/face-return.js';

const registrationIds = id<'CorpRegistration'>();

async function orderNamed(db: Db, orderNo: string): Promise<FaceOrder> {
  const order = await findOrder(db, orderNo);
  if (order === null) throw refuse('404');
  return order;
}

/**
 * The enterprise that a passed check registers, and its future owner; null if it is registered, or nothing is pending.
 */
async function foundedBy(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { purpose, businessIds }: FaceOrder,
): Promise<RegistrationView | null> {
  if (purpose !== 'registerCorp') return null;
  const registrationId = registrationIds.read(businessIds[0], 'id', { zone: 'UTC' });
  return registrationView({ db, now }, registrationId).catch((error: unknown) => {
    if (error instanceof Refusal) return null;
    throw error;
  });
}

async function openFaceCheck(
  ctx: VisitorContext,
  { orderNo }: InputOf<typeof declared.openFaceCheck>,
): Promise<declared.FacePageView> {
  const { db, now } = ctx;
  const order = await orderNamed(db, orderNo);
  const corp = order.corpId === null ? null : await findCorp(db, order.corpId);
  const person = await findUser(db, order.userId);
  const own = order.corpId === null ? await findOwnCheck(db, orderNo) : null;
  const { purpose, channel } = order;
  const founded = await foundedBy(ctx, order);
  return {
    purpose,
    channel,
    state: stateOf(order, now),
    isSimulated: isSimulated(ctx.services.config),
    // As behind a link: an embedding site shows its own brand, and a page about another enterprise shows none.
    brand: corp !== null && founded === null && !isFramed(ctx.headers) ? await brandOf(db, corp) : null,
    corpName: founded?.corpName ?? corp?.corpName ?? null,
    newOwner: purpose === 'receiveCorp' ? (person?.realName ?? null) : (founded?.ownerName ?? null),
    ownMobile: order.corpId === null ? maskMobile(person?.mobile ?? '') : null,
    newName: own !== null && purpose === 'ownName' ? own.realName : null,
    count: order.businessIds.length,
    asksWho: purpose === 'person' && person?.realName === null,
    cancelUrl: order.callbackUrl,
  };
}

function isSimulated({ mode, providers }: Services['config']): boolean {
  const { FACE_CHANNEL_A: channelA, FACE_CHANNEL_B: channelB } = providers;
  return mode === 'sandbox' && channelA.length + channelB.length === 0;
}

/** For a signature the consent is recorded in the history of each contract. */
async function agreeToFaceCheck(
  ctx: VisitorContext,
  { orderNo, accepted, realName, identNum }: InputOf<typeof declared.agreeToFaceCheck>,
) {
  const { db } = ctx;
  const { userId, corpId, purpose, businessIds } = await orderNamed(db, orderNo);
  ctx.noteUser(userId);
  const needed = agreementsFor.checkFace;
  const request = { userId, needed, accepted, corpId, ...originOf(ctx) };
  const isSigning = purpose === 'signContract' && corpId !== null;
  const parts = isSigning ? await partsOfPerson(db, { userId, corpId }, businessIds) : [];
  for (const part of parts) await acceptAgreements(ctx, { ...request, part });
  if (parts.length === 0) await acceptAgreements(ctx, { ...request, part: null });
  const stated = statedIdentity(realName, identNum);
  return { page: await startFaceCheck(ctx, orderNo, { device: faceDevice(ctx.device), stated }) };
}

/** @throws Refusal AUTH_INFO_INVALID */
function statedIdentity(realName: string | undefined, identNum: string | undefined) {
  if (realName === undefined || identNum === undefined) return null;
  const identity = readIdentity({ realName, identNum });
  if (identity === null) throw refuse('AUTH_INFO_INVALID');
  return identity;
}

async function finishFaceCheck(
  { db, services, now }: VisitorContext,
  { orderNo, returned }: InputOf<typeof declared.finishFaceCheck>,
) {
  const given = returned === undefined ? null : faceReturn(returned);
  return { redirect: await faceAuth.finishFaceCheck({ db, services, now }, orderNo, given) };
}

export const openFaceCheckRoute: AnyRoute = route('visitor', declared.openFaceCheck, openFaceCheck);

export const facePageRoutes: readonly AnyRoute[] = [
  openFaceCheckRoute,
  route('visitor', declared.agreeToFaceCheck, agreeToFaceCheck),
  route('visitor', declared.finishFaceCheck, finishFaceCheck),
];
