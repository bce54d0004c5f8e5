/** Seals under review in the platform's console. */
import type { InputOf } from '@cinnabar/api/operation.js';
import * as declared from '@cinnabar/api/pages/platform-seals.js';
import { corpNameKey } from '../../areas/enterprise/index.js';
import { moveSeal, sealPictureAddress, sealsToReview } from '../../areas/seals/index.js';
import type { PlatformContext } from '../../operation/context.js';
import { type AnyRoute, route } from '../../operation/handler.js';
import { linkAddress } from '../../operation/link-address.js';
import { invalidField, refuse } from '../../operation/refusal.js';
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
  return ctx.act(async (tx) => {
    const moved = await moveSeal(tx, corpId, sealId, verdict);
    if (moved.outcome === 'unknown') throw refuse('404');
    if (moved.outcome === 'unmoved') {
      throw refuse('409', { zh: '该印章已审核过', en: 'the seal has been reviewed already' });
    }
    await recordOperatorAct(tx, ctx, {
      ...{ corpId, act: 'seal.status', object: { kind: 'seal', id: sealId } },
      after: { status: moved.status, move: verdict },
      texts: { sealName: moved.sealName, ...(reason === '' ? {} : { reason }) },
    });
    return {};
  });
}

export const platformSealRoutes: readonly AnyRoute[] = [
  route('platform', declared.listSealsToReview, list),
  route('platform', declared.reviewSeal, review),
];
