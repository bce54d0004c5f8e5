import { SealStatus } from '@cinnabar/api/enums.js';
import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { sealUpdateStatus as operation } from '@cinnabar/api/operations/seals.js';
import type { SealId } from '@cinnabar/api/schemas/seal.js';
import type { Db, Tx } from '../../database/schema.js';
import type { CorpId, MemberContext } from '../../operation/context.js';
import { invalidField, type Refusal, refuse, refuseFor } from '../../operation/refusal.js';
import { originOf, recordAct } from '../audit/index.js';
import { ownMove } from './rules.js';
import { findSeal, lockAllSeals, type SealRow, type SealStop, setSealStatus } from './store.js';

/** The number of contracts that wait for the seal and for no other. The flows area implements it. */
export type CountAwaitingSeal = (db: Db | Tx, corpId: CorpId, sealId: SealId, now: Date) => Promise<number>;

type Wanted = InputOf<typeof operation>;

export function sealUpdateStatus(countAwaiting: CountAwaitingSeal) {
  return async function updateStatus(ctx: MemberContext, given: Wanted): Promise<OutputOf<typeof operation>> {
    const { db, corpId, now } = ctx;
    const { sealId, dryRun = 0 } = given;
    const reason = given.reason?.trim() ?? '';
    if (dryRun === 1) {
      const seal = await findSeal(db, corpId, sealId);
      if (seal === null) throw refuse('SEAL_NOT_FOUND');
      return { sealId, status: seal.status, waitingNum: await countAwaiting(db, corpId, sealId, now) };
    }
    if (given.status === SealStatus.suspended && reason === '') {
      throw invalidField('reason', { zh: '停用时必填', en: 'is required to suspend a seal' });
    }
    return ctx.act(async (tx) => {
      const seal = (await lockAllSeals(tx, corpId)).find((each) => each.seal_id === sealId);
      if (seal === undefined) throw refuse('SEAL_NOT_FOUND');
      const waitingNum = await countAwaiting(tx, corpId, sealId, now);
      const stop = given.status === SealStatus.suspended ? stopBy(ctx, reason) : null;
      if (changes(seal, given)) {
        await setSealStatus(tx, corpId, sealId, given.status, stop);
        await recordChange(tx, ctx, seal, given.status, reason);
      }
      return { sealId, status: given.status, waitingNum };
    });
  };
}

type FoundSeal = Pick<SealRow, 'seal_id' | 'status' | 'stopped_by'>;

/** @throws Refusal SEAL_NOT_USABLE */
function changes({ status, stopped_by }: FoundSeal, wanted: Wanted): boolean {
  const move = ownMove({ status, stoppedByPlatform: stopped_by === null }, wanted.status);
  if (move === 'byPlatform' || move === 'neverEnabled') throw refusalOf(move);
  return move !== 'none';
}

function refusalOf(kind: 'byPlatform' | 'neverEnabled'): Refusal {
  return kind === 'byPlatform'
    ? refuseFor('SEAL_NOT_USABLE', {
        zh: '由平台停用，只能由平台恢复',
        en: 'the platform has suspended it, and alone resumes it',
      })
    : refuseFor('SEAL_NOT_USABLE', { zh: '尚未通过审核', en: 'it has not passed its review' });
}

function stopBy({ actingMember, now }: MemberContext, reason: string): SealStop {
  return { userId: actingMember.userId, reason, time: now };
}

async function recordChange(
  tx: Tx,
  ctx: MemberContext,
  seal: FoundSeal,
  status: SealStatus,
  reason: string,
): Promise<void> {
  const { corpId, appId, actingMember } = ctx;
  const object = { kind: 'seal', id: seal.seal_id } as const;
  const about = { corpId, userId: actingMember.userId, appId, act: 'seal.status', object } as const;
  const texts = reason === '' ? {} : { reason };
  await recordAct(tx, { ...about, before: { status: seal.status }, after: { status }, texts }, originOf(ctx));
}
