import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import { memberHandOver as operation } from '@cinnabar/api/operations/members.js';
import { holdsRight, type Right } from '@cinnabar/api/permissions.js';
import { id } from '@cinnabar/api/schema.js';
import type { HandedItem, HandedResult } from '@cinnabar/api/schemas/hand-over.js';
import type { Tx } from '../../database/schema.js';
import { transact } from '../../database/transact.js';
import type { MemberContext, UserId } from '../../operation/context.js';
import { invalidField, Refusal, refuse, refuseFor } from '../../operation/refusal.js';
import { originOf, recordAct } from '../audit/index.js';
import { askAnotherApprover, type HandOver, handOverInitiated, handOverPart } from '../flows/index.js';
import { findMembership, type Membership } from '../members/index.js';
import { handOverExamining } from '../seals/index.js';
import { handOverDraft } from '../templates/index.js';
import { requireManageable } from './require-manageable.js';

/** Each item is committed separately; a failing one leaves the earlier ones in place. */
export async function memberHandOver(
  ctx: MemberContext,
  { userId, items }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  await requireManageable(ctx, userId);
  const results: HandedResult[] = [];
  for (const item of items) results.push(await resultOf(ctx, userId, item));
  return ctx.act(async () => ({ results }));
}

async function resultOf(ctx: MemberContext, from: UserId, item: HandedItem): Promise<HandedResult> {
  try {
    await handOverOne(ctx, from, item);
    return { ...item, code: operation.successCode, reason: null, message: '' };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { ...item, code: error.code, reason: error.reason, message: error.words[ctx.language] };
  }
}

async function handOverOne(ctx: MemberContext, from: UserId, item: HandedItem): Promise<void> {
  const to = await successorOf(ctx, from, item.toUserId);
  const record = (tx: Tx) => recordHandOver(tx, ctx, from, item);
  const given: HandOver = { from, to, record };
  switch (item.kind) {
    case 'flow':
      return handOverPart(ctx, numberIn<'Participant'>(item), given);
    case 'initiated':
      return handOverInitiated(ctx, numberIn<'Flow'>(item), given);
    case 'approval':
      requireRight(ctx, 'manageSeals');
      return handOverSeal(ctx, item, given);
    case 'template':
      requireRight(ctx, 'manageTemplates');
      return transact(ctx.db, async (tx) => {
        if (await handOverDraft(tx, ctx, item.id, given)) await record(tx);
      });
  }
}

function handOverSeal(ctx: MemberContext, item: HandedItem, { from, to, record }: HandOver): Promise<void> {
  const authorisationId = numberIn<'SealAuthorisation'>(item);
  return transact(ctx.db, async (tx) => {
    const sealId = await handOverExamining(tx, ctx, authorisationId, { from, to: to.userId });
    if (sealId === null) return;
    await askAnotherApprover(tx, ctx, { corpId: ctx.corpId, sealId, from, to: to.userId });
    await record(tx);
  });
}

/** @throws Refusal 400 unless they are another valid member */
async function successorOf(ctx: MemberContext, from: UserId, toUserId: UserId): Promise<Membership> {
  const to = toUserId === from ? null : await findMembership(ctx.db, ctx.corpId, toUserId);
  if (to?.state === 'valid' && to.mobile !== '') return to;
  throw invalidField('toUserId', {
    zh: '须为本企业的其他有效成员',
    en: 'must be another valid member of this enterprise',
  });
}

/** The rights of the single operation hold here, too. */
function requireRight({ actingMember }: MemberContext, right: Right): void {
  if (!holdsRight(actingMember.roles, right)) throw refuseFor('PERMISSION_DENIED');
}

function numberIn<Name extends string>({ id: text }: HandedItem) {
  if (!/^[1-9]\d{0,15}$/.test(text)) throw refuse('404');
  return id<Name>().read(Number(text), 'id', { zone: 'UTC' });
}

async function recordHandOver(tx: Tx, ctx: MemberContext, from: UserId, item: HandedItem): Promise<void> {
  const { corpId, appId, actingMember } = ctx;
  const object = { kind: 'member', id: from } as const;
  const about = { corpId, userId: actingMember.userId, appId, subjectUserId: from, object };
  const after = { kind: item.kind, id: item.id, toUserId: item.toUserId };
  await recordAct(tx, { ...about, act: 'member.handOver', after }, originOf(ctx));
}
