import { pageWindow } from '@cinnabar/api/schemas/paging.js';
import type { SealAuthorView } from '@cinnabar/api/schemas/seal-author.js';
import { getSealAuthorList as operation } from '@cinnabar/api/seals.js';
import { route } from '../../handler.js';
import { refuse } from '../../refusal.js';
import { authorisationStatus } from './authorisation-rules.js';
import { type ListedAuthorisation, listAuthorisations } from './authorisation-store.js';
import { findSeal } from './store.js';

export const getSealAuthorList = route('operator', operation, async (ctx, input) => {
  const { sealId } = input;
  if ((await findSeal(ctx.db, ctx.corpId, sealId)) === null) throw refuse('SEAL_NOT_FOUND');
  const { rows, totalCount } = await listAuthorisations(ctx.db, ctx.corpId, sealId, pageWindow(input));
  return { items: rows.map((row) => authorisationView(row, ctx.now)), totalCount };
});

function authorisationView(row: ListedAuthorisation, now: Date): SealAuthorView {
  return {
    id: row.authorisation_id,
    sealId: row.seal_id,
    userId: row.user_id,
    userName: row.user_name,
    authorRole: row.author_role,
    authorRange: row.author_range,
    autoSign: row.auto_sign ? 1 : 0,
    effectiveTime: row.effective_at,
    expireTime: row.expire_at,
    examinerNotify: row.examiner_notify ? 1 : 0,
    status: authorisationStatus(row, now),
    templates: JSON.stringify(row.template_ids),
    templateName: row.template_names,
    createTime: row.created_at,
  };
}
