import { faceAuth as operation } from '@cinnabar/api/members.js';
import { holdsRight } from '@cinnabar/api/permissions.js';
import { id } from '@cinnabar/api/schema.js';
import type { OperatorContext, UserId } from '../../context.js';
import { route } from '../../handler.js';
import { refuse, refuseFor } from '../../refusal.js';
import { type Corp, legalRepIdentNo, ownCorp } from '../enterprise/index.js';
import { beginFaceCheck, FACE_LIFE_MS, type FacePurpose, facePage, insertOrder } from '../faces/index.js';
import { requireDecidable, requireSignable } from '../flows/index.js';
import { findMembership, type Identity, namesMatch, personIdentity } from '../members/index.js';
import { mayCheckFaceOf, readBusinessIds } from './rules.js';

const userIds = id<'User'>();

export const faceAuth = route('operator', operation, async (ctx, input) => {
  const { authType, channel, callbackUrl } = input;
  const businessIds = readBusinessIds(input.id, authType);
  const [corp, about] = [await ownCorp(ctx), await checked(ctx, authType, businessIds)];
  const ofEnterprise = authType === 'legal' || authType === 'receiveCorp';
  const order = await beginFaceCheck(ctx.services, {
    corpId: ctx.corpId,
    userId: about.userId,
    purpose: authType,
    businessIds,
    channel,
    callbackUrl,
    subject: ofEnterprise ? await legalRepresentative(ctx, corp) : await personIdentity(ctx, about.userId),
    lifeMs: FACE_LIFE_MS,
    now: ctx.now,
  });
  return ctx.act(async (tx) => {
    await insertOrder(tx, order);
    return {
      url: facePage(ctx.services, order),
      corpName: ofEnterprise ? corp.corpName : null,
      isLegal: ofEnterprise ? isLegalRepresentative(ctx, corp) : null,
      realNameStatus: ofEnterprise ? (corp.identStatus === 'identified' ? 1 : 0) : null,
    };
  });
});

/** Whose face is checked, once it is clear that the operator may have it checked for that. */
async function checked(
  ctx: OperatorContext,
  purpose: FacePurpose,
  businessIds: readonly number[],
): Promise<{ readonly userId: UserId }> {
  const self = { userId: ctx.operator.userId };
  switch (purpose) {
    case 'person':
      return memberNamed(ctx, businessIds);
    case 'legal':
    case 'receiveCorp': {
      if (businessIds.some((corpId) => corpId !== ctx.corpId)) throw refuse('404');
      const corp = await ownCorp(ctx);
      // What the platform has found wrong is not put right by a face.
      if (corp.identStatus === 'invalid') throw refuseFor('NOT_VERIFIED');
      if (purpose === 'receiveCorp' && ctx.operator.realName === null) throw refuseFor('NOT_VERIFIED');
      return self;
    }
    case 'signContract':
      await requireSignable(ctx, businessIds);
      return verifiedSelf(ctx);
    case 'approvalSign':
      for (const approvalId of businessIds) await requireDecidable(ctx, approvalId);
      return verifiedSelf(ctx);
  }
}

async function memberNamed(
  ctx: OperatorContext,
  businessIds: readonly number[],
): Promise<{ readonly userId: UserId }> {
  const userId = userIds.read(businessIds[0], 'id', { zone: 'UTC' });
  if ((await findMembership(ctx.db, ctx.corpId, userId)) === null) throw refuse('404');
  const { operator } = ctx;
  const managesMembers = holdsRight(operator.roles, 'manageMembers');
  if (!mayCheckFaceOf({ userId: operator.userId, managesMembers }, userId)) {
    throw refuseFor('PERMISSION_DENIED');
  }
  return { userId };
}

/** A face proves who signs or approves only where it is known whose face it has to be. */
function verifiedSelf({ operator }: OperatorContext): { readonly userId: UserId } {
  if (operator.realName === null) throw refuseFor('NOT_VERIFIED');
  return { userId: operator.userId };
}

/** Without one to compare with, any face would do: whoever came first would own the enterprise. */
async function legalRepresentative(ctx: OperatorContext, corp: Corp): Promise<Identity> {
  const identNum = await legalRepIdentNo(ctx.services, corp);
  if (corp.legalRepName === null || identNum === null) throw refuseFor('NOT_VERIFIED');
  return { realName: corp.legalRepName, identNum };
}

function isLegalRepresentative({ operator }: OperatorContext, { legalRepName }: Corp): boolean {
  return legalRepName !== null && namesMatch(legalRepName, { realName: operator.realName, userName: null });
}
