import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { faceAuth as operation } from '@cinnabar/api/operations/members.js';
import { holdsRight } from '@cinnabar/api/permissions.js';
import { id } from '@cinnabar/api/schema.js';
import type { MemberContext, UserId } from '../../operation/context.js';
import { invalidField, refuse, refuseFor } from '../../operation/refusal.js';
import { type Corp, legalRepresentative, ownCorp } from '../enterprise/index.js';
import {
  type CoveredAct,
  FACE_LIFE_MS,
  type FaceCheck,
  facePage,
  insertOrder,
  prepareFaceCheck,
} from '../faces/index.js';
import { confirmedBy, coveredDecision, intendedActs, requireDecidable } from '../flows/index.js';
import { findMembership, memberIdentity, personIdentity } from '../members/index.js';
import { isLegalRepresentative, requireLegalRepresentative } from './legal-representative.js';
import { nameLegalRepresentative } from './name-legal-representative.js';
import { isSamePerson, mayCheckFaceOf, mayReturnTo, readBusinessIds, readNamedLegalRep } from './rules.js';

const userIds = id<'User'>();
const flowIds = id<'Flow'>();

type Input = InputOf<typeof operation>;

interface Checked {
  readonly userId: UserId;
  readonly covered: readonly CoveredAct[];
}

export async function faceAuth(
  ctx: MemberContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const { authType, channel, callbackUrl } = input;
  if (!mayReturnTo(callbackUrl, ctx.services.config)) {
    throw invalidField('callbackUrl', {
      zh: '的来源不在允许范围内',
      en: 'has an origin that the operator has not allowed',
    });
  }
  const businessIds = readBusinessIds(input.id, authType);
  const corp = await ownCorp(ctx);
  const { userId, covered } = await checked(ctx, input, businessIds, corp);
  const subject = await subjectOf(ctx, corp, userId, input);
  const order = await prepareFaceCheck(ctx.services, {
    corpId: ctx.corpId,
    userId,
    purpose: authType,
    businessIds,
    channel,
    asker: ctx.appId,
    covered,
    callbackUrl,
    ...subject,
    lifeMs: FACE_LIFE_MS,
    now: ctx.now,
  });
  const ofEnterprise = authType === 'legal' || authType === 'receiveCorp';
  const isLegal = ofEnterprise ? await isLegalRepresentative(ctx, corp, userId) : null;
  return ctx.act(async (tx) => {
    await insertOrder(tx, order);
    return {
      url: facePage(ctx.services, order),
      corpName: ofEnterprise ? corp.corpName : null,
      isLegal,
      realNameStatus: ofEnterprise ? (corp.identStatus === 'identified' ? 1 : 0) : null,
    };
  });
}

/** The person whose face is required, and the legal representative to be recorded, if any. */
async function subjectOf(
  ctx: MemberContext,
  corp: Corp,
  userId: UserId,
  input: Input,
): Promise<Pick<FaceCheck, 'subject' | 'legalRep'>> {
  if (input.authType === 'receiveCorp')
    return { subject: await requireLegalRepresentative(ctx, corp, userId) };
  if (input.authType === 'person') return { subject: await personIdentity(ctx, userId) };
  // Signers and approvers act as the person known to their enterprise.
  if (input.authType !== 'legal') return { subject: await memberIdentity(ctx, ctx.corpId, userId) };
  const onRecord = await legalRepresentative(ctx.services, corp);
  const given = readNamedLegalRep(input, onRecord === null);
  if (onRecord === null && given !== null) return nameLegalRepresentative(ctx, corp, given);
  if (given !== null && !isSamePerson(given, onRecord)) throw refuse('AUTH_INFO_INVALID');
  return { subject: onRecord };
}

/** Determines whose face is checked, after making sure that the acting member may request that check. */
async function checked(
  ctx: MemberContext,
  input: Input,
  businessIds: readonly number[],
  corp: Corp,
): Promise<Checked> {
  const purpose = input.authType;
  const self = { userId: ctx.actingMember.userId, covered: [] };
  switch (purpose) {
    case 'person':
      return { ...(await memberNamed(ctx, businessIds)), covered: [] };
    case 'legal':
    case 'receiveCorp': {
      if (businessIds.some((corpId) => corpId !== ctx.corpId)) throw refuse('404');
      // A face check does not override the platform's decision that something is invalid.
      if (corp.identStatus === 'invalid') throw refuseFor('NOT_VERIFIED');
      if (purpose === 'receiveCorp' && ctx.actingMember.realName === null) throw refuseFor('NOT_VERIFIED');
      return self;
    }
    case 'signContract':
      return { ...verifiedSelf(ctx), covered: await coveredActs(ctx, input, businessIds) };
    case 'approvalSign': {
      const covered: CoveredAct[] = [];
      for (const each of businessIds) {
        covered.push(await coveredDecision(ctx.db, await requireDecidable(ctx, each)));
      }
      return { ...verifiedSelf(ctx), covered };
    }
  }
}

/** Content that a signature by this face covers: the acts that the commands make, or else the texts as they are. */
async function coveredActs(
  ctx: MemberContext,
  input: Input,
  businessIds: readonly number[],
): Promise<readonly CoveredAct[]> {
  const named = businessIds.map((each) => flowIds.read(each, 'id', { zone: 'UTC' }));
  const acts = await intendedActs(ctx, { ...input, flowIds: named });
  return acts.map(({ flow, participant, terms }) => ({
    businessId: flow.flowId,
    participantId: participant.participantId,
    ...confirmedBy(terms),
  }));
}

async function memberNamed(
  ctx: MemberContext,
  businessIds: readonly number[],
): Promise<{ readonly userId: UserId }> {
  const userId = userIds.read(businessIds[0], 'id', { zone: 'UTC' });
  if ((await findMembership(ctx.db, ctx.corpId, userId)) === null) throw refuse('404');
  const { actingMember } = ctx;
  const managesMembers = holdsRight(actingMember.roles, 'manageMembers');
  if (!mayCheckFaceOf({ userId: actingMember.userId, managesMembers }, userId)) {
    throw refuseFor('PERMISSION_DENIED');
  }
  return { userId };
}

/** A face proves who signs or approves only if it is known whose face is required. */
function verifiedSelf({ actingMember }: MemberContext): { readonly userId: UserId } {
  if (actingMember.realName === null) throw refuseFor('NOT_VERIFIED');
  return { userId: actingMember.userId };
}
