/** Seals in the platform's console, under review and decided. */
import type { InputOf } from '@cinnabar/api/operation.js';
import * as declared from '@cinnabar/api/pages/platform-seals.js';
import { corpNameKey } from '../../areas/enterprise/index.js';
import { countAwaitingSeal } from '../../areas/flows/index.js';
import {
  decidedSeals,
  findSeal,
  moveSeal,
  type SealDecision,
  sealPictureAddress,
  sealsToReview,
} from '../../areas/seals/index.js';
import type { PlatformContext } from '../../operation/context.js';
import { type AnyRoute, route } from '../../operation/handler.js';
import { linkAddress } from '../../operation/link-address.js';
import { invalidField, refuse, type Words } from '../../operation/refusal.js';
import { recordOperatorAct } from './record-operator-act.js';
import { windowOf } from './window-of.js';

async function list({ db, services, now }: PlatformContext) {
  const { rows, totalCount } = await sealsToReview(db, windowOf(1, declared.SEALS_TO_REVIEW));
  const original = (corpId: (typeof rows)[number]['corp_id'], code: string, hash: string): string =>
    linkAddress(
      services,
      {
        ...{ kind: 'file', corpId, hash, fileName: `${code}-original.png` },
        ...{ mediaType: 'image/png', disposition: 'inline' },
      },
      now,
    );
  const seals = rows.map((row) => ({
    corpId: row.corp_id,
    sealId: row.seal_id,
    sealName: row.seal_name,
    categoryType: row.category_type,
    width: row.width,
    height: row.height,
    corpName: row.corp_name,
    corpCode: row.corp_code,
    isIdentified: row.ident_status === 'identified',
    hasSameName: corpNameKey(row.name_on_seal) === corpNameKey(row.corp_name),
    originalUrl: row.original_hash === null ? null : original(row.corp_id, row.seal_code, row.original_hash),
    pictureUrl: sealPictureAddress(services, row, now),
    createTime: row.created_at,
  }));
  return { seals, totalCount };
}

async function review(ctx: PlatformContext, given: InputOf<typeof declared.reviewSeal>) {
  const { corpId, sealId, verdict } = given;
  const reason = given.reason?.trim() ?? '';
  if (verdict === 'reject' && reason === '') throw invalidField('reason', { zh: '必填', en: 'is required' });
  const decided = { zh: '该印章已审核过', en: 'the seal has been reviewed already' };
  return decide(ctx, { corpId, sealId, move: verdict, reason, otherwise: decided });
}

async function listDecided(
  { db, services, now }: PlatformContext,
  { name, page }: InputOf<typeof declared.listDecidedSeals>,
) {
  const part = name?.trim() ?? '';
  const window = windowOf(page, declared.SEALS_PER_PAGE);
  const { rows, totalCount } = await decidedSeals(db, part === '' ? null : part, window);
  const seals = rows.map((row) => ({
    corpId: row.corp_id,
    corpName: row.corp_name,
    sealId: row.seal_id,
    sealName: row.seal_name,
    categoryType: row.category_type,
    status: row.status,
    isOwnStop: row.stopped_by !== null,
    reason: row.stop_reason,
    time: row.stopped_at,
    pictureUrl: sealPictureAddress(services, row, now),
  }));
  return { seals, totalCount };
}

async function viewUse(
  { db, now }: PlatformContext,
  { corpId, sealId }: InputOf<typeof declared.viewSealUse>,
) {
  if ((await findSeal(db, corpId, sealId)) === null) throw refuse('404');
  return { waiting: await countAwaitingSeal(db, corpId, sealId, now) };
}

async function setStatus(ctx: PlatformContext, given: InputOf<typeof declared.setSealStanding>) {
  const { corpId, sealId, move } = given;
  const reason = given.reason.trim();
  if (reason === '') throw invalidField('reason', { zh: '必填', en: 'is required' });
  const otherwise = { zh: '印章的状态已变更', en: 'the seal has another state' };
  return decide(ctx, { corpId, sealId, move, reason, otherwise });
}

interface Decision extends Omit<SealDecision, 'now' | 'reason'> {
  readonly reason: string;
  /** Said if the state of the seal does not allow it. */
  readonly otherwise: Words;
}

async function decide(ctx: PlatformContext, { reason, otherwise, ...decision }: Decision) {
  const { corpId, sealId, move } = decision;
  return ctx.act(async (tx) => {
    const moved = await moveSeal(tx, { ...decision, reason: reason === '' ? null : reason, now: ctx.now });
    if (moved.outcome === 'unknown') throw refuse('404');
    if (moved.outcome === 'unmoved') throw refuse('409', otherwise);
    await recordOperatorAct(tx, ctx, {
      ...{ corpId, act: 'seal.status', object: { kind: 'seal', id: sealId } },
      after: { status: moved.status, move },
      texts: { sealName: moved.sealName, ...(reason === '' ? {} : { reason }) },
    });
    return {};
  });
}

export const platformSealRoutes: readonly AnyRoute[] = [
  route('platform', declared.listSealsToReview, list),
  route('platform', declared.reviewSeal, review),
  route('platform', declared.listDecidedSeals, listDecided),
  route('platform', declared.viewSealUse, viewUse),
  route('platform', declared.setSealStanding, setStatus),
];
