import type { SealAuthorView } from '@cinnabar/api/schemas/seal-author.js';
import type { MemberContext } from '../../operation/context.js';
import { type TemplateRevisions, templateRevisions } from '../templates/index.js';
import { authorisationStatus } from './authorisation-rules.js';
import type { ListedAuthorisation } from './authorisation-store.js';
import { autoSignStatus } from './auto-sign-rules.js';

/** Records as lists show them, with the state of their consents to automatic placement. */
export async function authorisationViews(
  { db, corpId, now }: MemberContext,
  rows: readonly ListedAuthorisation[],
): Promise<SealAuthorView[]> {
  const templateIds = rows.filter((row) => row.auto_sign).flatMap((row) => row.template_ids);
  const revisions = await templateRevisions(db, corpId, [...new Set(templateIds)]);
  return rows.map((row) => authorisationView(row, revisions, now));
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
