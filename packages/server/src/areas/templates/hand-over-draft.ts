/** What a member has in hand of the enterprise's templates, and how a colleague takes it over. */
import { holdsRight } from '@cinnabar/api/permissions.js';
import { sql } from 'kysely';
import type { Db, Tx } from '../../database/schema.js';
import type { CorpId, UserId } from '../../operation/context.js';
import { refuse, refuseFor } from '../../operation/refusal.js';
import type { Membership } from '../members/index.js';
import { lockDraft, takeDraftOver } from './draft-store.js';

export interface TemplateDuty {
  readonly id: string;
  readonly name: string;
  readonly time: Date;
}

interface Whose {
  readonly corpId: CorpId;
  readonly userId: UserId;
  readonly limit: number;
}

interface FoundTemplates {
  readonly items: readonly TemplateDuty[];
  readonly totalCount: number;
}

const total = sql<number>`count(*) over ()`;

/** Drafts that the member was the last to edit; the oldest first. */
export async function draftsOf(db: Db, { corpId, userId, limit }: Whose): Promise<FoundTemplates> {
  const rows = await db
    .selectFrom('template_drafts')
    .select(['draft_id', 'template_name', 'updated_at', total.as('total')])
    .where('corp_id', '=', corpId)
    .where('user_id', '=', userId)
    .orderBy('updated_at')
    .orderBy('draft_id')
    .limit(limit)
    .execute();
  const items = rows.map((row) => ({ id: row.draft_id, name: row.template_name, time: row.updated_at }));
  return { items, totalCount: rows[0]?.total ?? 0 };
}

/** Templates with a party that is always this member of the enterprise. */
export async function templatesNaming(db: Db, { corpId, userId, limit }: Whose): Promise<FoundTemplates> {
  const rows = await db
    .selectFrom('templates as template')
    .select(['template_id', 'template_name', 'updated_at', total.as('total')])
    .where('corp_id', '=', corpId)
    .where('deleted_at', 'is', null)
    .where((where) =>
      where.exists(
        where
          .selectFrom('template_participants as party')
          .select('party.participant_id')
          .whereRef('party.corp_id', '=', 'template.corp_id')
          .whereRef('party.template_id', '=', 'template.template_id')
          .where('party.participant_corp_id', '=', corpId)
          .where('party.psn_id', '=', userId),
      ),
    )
    .orderBy('template_id')
    .limit(limit)
    .execute();
  const items = rows.map((row) => ({
    id: String(row.template_id),
    name: row.template_name,
    time: row.updated_at,
  }));
  return { items, totalCount: rows[0]?.total ?? 0 };
}

/**
 * @returns false if the colleague has the draft already
 * @throws Refusal 404, PERMISSION_DENIED if the colleague may not edit templates
 */
export async function handOverDraft(
  tx: Tx,
  { corpId, now }: { readonly corpId: CorpId; readonly now: Date },
  draftId: string,
  { from, to }: { readonly from: UserId; readonly to: Membership },
): Promise<boolean> {
  const held = await lockDraft(tx, corpId, { draftId });
  if (held === null) throw refuse('404');
  if (held.userId === to.userId) return false;
  if (held.userId !== from) throw refuse('404');
  if (!holdsRight(to.roles, 'manageTemplates')) throw refuseFor('PERMISSION_DENIED');
  const by = { userId: to.userId, userName: to.realName ?? to.userName, now };
  await takeDraftOver(tx, corpId, draftId, by);
  return true;
}
