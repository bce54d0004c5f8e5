/** The return from a face check: its result and the resulting changes are recorded once. */
import { id } from '@cinnabar/api/schema.js';
import type { Tx } from '../../database/schema.js';
import { transact } from '../../database/transact.js';
import type { Context, CorpId } from '../../operation/context.js';
import { causedBy, refuse, refuseFor } from '../../operation/refusal.js';
import {
  type FaceResult,
  type FaceReturn,
  FaceReturnInvalid,
  FaceUnavailable,
} from '../../providers/face/port.js';
import {
  type Corp,
  findCorp,
  identifyCorp,
  legalRepresentative,
  lockCorp,
  saveLegalRep,
} from '../enterprise/index.js';
import {
  type FaceOrder,
  facePage,
  findOrder,
  finishOrder,
  lockOrder,
  openSubject,
  parametersOf,
  requireOpen,
  withParameters,
} from '../faces/index.js';
import { withRevision } from '../flows/index.js';
import {
  confirmByFace,
  findActingMember,
  handOverOwnership,
  type PreparedIdentity,
  prepareIdentity,
  readIdentity,
} from '../members/index.js';
import { confirmRegistration, type PreparedFounding, prepareConfirmation } from '../newcomers/index.js';
import { type RecordedRepresentative, stillLegalRepresentative } from './legal-representative.js';

const registrationIds = id<'CorpRegistration'>();

type FinishContext = Pick<Context, 'db' | 'services' | 'now'>;

/**
 * Queries the provider for the result of a check and applies it.
 * @param returned the parameters with which the provider redirected the person back; null if it has not
 * @returns the address to which the person is redirected, with the result in its query; null while the provider has no
 * result
 * @throws Refusal 404 for an unknown order, 410 for one that has ended, 409 for one that is finished,
 * 1403 for parameters that the provider did not give for this check
 */
export async function finishFaceCheck(
  ctx: FinishContext,
  orderNo: string,
  returned: FaceReturn | null,
): Promise<string | null> {
  const order = await findOrder(ctx.db, orderNo);
  if (order === null) throw refuse('404');
  requireOpen(order, ctx.now);
  const result = await resultOf(ctx, order, returned);
  if (result === null) return null;
  const identity = await identityOf(ctx, order, result);
  const known = {
    identity,
    recorded: await recordedFor(ctx, order),
    founding: await foundingFor(ctx, order, result),
  };
  const decided = () =>
    transact(ctx.db, async (tx) => {
      const locked = await lockOrder(tx, orderNo);
      if (locked === null) throw refuse('404');
      // If two requests return concurrently, the second finds the check finished.
      requireOpen(locked, ctx.now);
      await finishOrder(tx, orderNo, result, ctx.now);
      if (result.verdict === 'pass') {
        await carryOut(tx, ctx, locked, known);
      }
      return { ...locked, result: result.verdict };
    });
  const finished = await withRevision(decided);
  const back = finished.callbackUrl ?? facePage(ctx.services, finished);
  return withParameters(back, { ...parametersOf(ctx.services, finished) });
}

async function resultOf(
  { services }: FinishContext,
  { started, channel }: FaceOrder,
  returned: FaceReturn | null,
): Promise<FaceResult | null> {
  if (services.faces === null) throw refuse('FACE_SERVICE_UNAVAILABLE');
  try {
    return started === null ? null : await services.faces.result({ ...started, channel }, returned);
  } catch (error) {
    // The check stays open: parameters that somebody made up must not end it.
    if (error instanceof FaceReturnInvalid) throw causedBy(error, refuse('1403'));
    throw error instanceof FaceUnavailable ? causedBy(error, refuse('FACE_SERVICE_UNAVAILABLE')) : error;
  }
}

/** The person who passed, as the provider or they themselves stated it; encrypted before the transaction. */
async function identityOf(
  { services }: FinishContext,
  order: FaceOrder,
  result: FaceResult,
): Promise<PreparedIdentity | null> {
  const stated = order.stated === null ? null : await openSubject(services, order, order.stated);
  const identity = result.identity ?? stated;
  const readable = order.purpose !== 'person' || identity === null ? null : readIdentity(identity);
  return readable === null ? null : prepareIdentity(services, order.userId, readable);
}

/** Decrypted before the transaction. */
async function recordedFor(
  { db, services }: FinishContext,
  { purpose, corpId }: FaceOrder,
): Promise<RecordedRepresentative | null> {
  if (purpose !== 'receiveCorp' || corpId === null) return null;
  const corp = await findCorp(db, corpId);
  return corp === null ? null : { corp, identity: await legalRepresentative(services, corp) };
}

/** The enterprise registered by the legal representative's face check; its seal is drawn before the transaction. */
async function foundingFor(
  ctx: FinishContext,
  { purpose, businessIds }: FaceOrder,
  { verdict }: FaceResult,
): Promise<PreparedFounding | null> {
  if (purpose !== 'registerCorp' || verdict !== 'pass') return null;
  return prepareConfirmation(ctx, registrationIds.read(businessIds[0], 'id', { zone: 'UTC' }));
}

interface Known {
  readonly founding: PreparedFounding | null;
  readonly identity: PreparedIdentity | null;
  readonly recorded: RecordedRepresentative | null;
}

/** The immediate changes of a passed check. For a signature or an approval it is a proof, which is used later. */
async function carryOut(
  tx: Tx,
  ctx: FinishContext,
  order: FaceOrder,
  { identity, recorded, founding }: Known,
): Promise<void> {
  const { purpose, corpId, userId, createTime } = order;
  // What the check proves about the person is applied by the session that requested it, after the person has returned.
  if (corpId === null) return;
  const ofCorp = { ...order, corpId };
  switch (purpose) {
    case 'person':
      return confirmByFace(tx, corpId, userId, { begunAt: createTime, identity }, ctx.now);
    case 'legal':
      return identify(tx, ctx, ofCorp);
    case 'receiveCorp':
      return receiveCorp(tx, ctx, ofCorp, recorded);
    case 'registerCorp':
      if (founding === null) throw refuse('404');
      return confirmRegistration(tx, ctx, founding, { way: 'face', userId, reason: null });
    case 'signContract':
    case 'approvalSign':
    case 'ownMobile':
    case 'ownName':
    case 'ownReturn':
    case 'ownProof':
      return;
  }
}

/** An order that belongs to an enterprise. */
type CorpOrder = FaceOrder & { readonly corpId: CorpId };

/** @throws Refusal 409 if somebody else has been recorded meanwhile */
async function identify(tx: Tx, { services, now }: FinishContext, order: CorpOrder): Promise<void> {
  const { corpId, userId, legalRep } = order;
  const corp = await lockCorp(tx, corpId);
  if (corp === null || corp.identStatus === 'invalid') throw refuseFor('NOT_VERIFIED');
  if (legalRep !== null) {
    if (hasLegalRep(corp))
      throw refuse('409', { zh: '法定代表人信息已变更', en: 'the record has changed since' });
    await saveLegalRep(tx, corpId, legalRep);
  }
  await identifyCorp(tx, services.ids, { corpId, userId, now });
}

function hasLegalRep({ legalRepName, legalRepIdentNo }: Corp): boolean {
  return legalRepName !== null && legalRepIdentNo !== null;
}

async function receiveCorp(
  tx: Tx,
  { services }: FinishContext,
  { corpId, userId }: CorpOrder,
  recorded: RecordedRepresentative | null,
): Promise<void> {
  const corp = await lockCorp(tx, corpId);
  if (corp === null || recorded === null) throw refuse('404');
  // A face check does not override the platform's decision that something is invalid.
  if (corp.identStatus === 'invalid') throw refuseFor('NOT_VERIFIED');
  // The owner must still be a confirmed member.
  if ((await findActingMember(tx, corpId, userId)) === null) throw refuseFor('NOT_MEMBER');
  await stillLegalRepresentative(tx, services, recorded, corp, userId);
  await handOverOwnership(tx, corpId, userId);
}
