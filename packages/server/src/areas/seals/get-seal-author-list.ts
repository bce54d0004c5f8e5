import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { getSealAuthorList as operation } from '@cinnabar/api/operations/seals.js';
import { pageWindow } from '@cinnabar/api/schemas/paging.js';
import type { SealAuthorView } from '@cinnabar/api/schemas/seal-author.js';
import type { MemberContext } from '../../operation/context.js';
import { refuse } from '../../operation/refusal.js';
import { type TemplateRevisions, templateRevisions } from '../templates/index.js';
import { authorisationStatus } from './authorisation-rules.js';
import { type ListedAuthorisation, listAuthorisations } from './authorisation-store.js';
import { autoSignStatus } from './auto-sign-rules.js';
import { findSeal } from './store.js';

export async function getSealAuthorList(
  ctx: MemberContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const { sealId } = input;
  if ((await findSeal(ctx.db, ctx.corpId, sealId)) === null) throw refuse('SEAL_NOT_FOUND');
  const { rows, totalCount } = await listAuthorisations(ctx.db, ctx.corpId, sealId, pageWindow(input));
  const templateIds = rows.filter((row) => row.auto_sign).flatMap((row) => row.template_ids);
  const revisions = await templateRevisions(ctx.db, ctx.corpId, [...new Set(templateIds)]);
  return { items: rows.map((row) => authorisationView(row, revisions, ctx.now)), totalCount };
}

function authorisationView(
  row: ListedAuthorisation,
  revisions: TemplateRevisions,
  now: Date,
): SealAuthorView {
  const automatic = autoSignStatus(row, revisions);
  return {
    id: row.authorisation_id,
    sealId: row.seal_id,
    userId: row.user_id,
    userName: row.user_name,
    authorRole: row.author_role,
    authorRange: row.author_range,
    autoSign: automatic === 'inForce' ? 1 : 0,
    autoSignStatus: automatic,
    effectiveTime: row.effective_at,
    expireTime: row.expire_at,
    examinerNotify: row.examiner_notify ? 1 : 0,
    status: authorisationStatus(row, now),
    templates: JSON.stringify(row.template_ids),
    templateName: row.template_names,
    createTime: row.created_at,
  };
}
