import type { CorpId, UserId } from '../../../context.js';
import type { Db } from '../../../database/schema.js';
import { SignStatus } from '../flow.js';

export interface UnfinishedPart {
  readonly flowCode: string;
  readonly title: string;
  readonly confidential: boolean;
}

/** Flows that wait, now or later, for what this member does in the enterprise's name; the oldest first. */
export async function unfinishedParts(
  db: Db,
  corpId: CorpId,
  userId: UserId,
  now: Date,
  limit: number,
): Promise<readonly UnfinishedPart[]> {
  const rows = await db
    .selectFrom('flow_inbox as inbox')
    .select(['inbox.flow_code', 'inbox.title', 'inbox.confidential'])
    .where('inbox.viewer_corp_id', '=', corpId)
    .where('inbox.user_id', '=', userId)
    .where('inbox.my_unfinished', '=', true)
    .where((where) => where.or([where('inbox.deadline', 'is', null), where('inbox.deadline', '>=', now)]))
    .where((where) =>
      // What the person has to do for themselves is not the enterprise's.
      where.exists(
        where
          .selectFrom('flow_participants as part')
          .select('part.participant_id')
          .whereRef('part.corp_id', '=', 'inbox.owner_corp_id')
          .whereRef('part.flow_id', '=', 'inbox.flow_id')
          .where('part.psn_id', '=', userId)
          .where('part.participant_corp_id', '=', corpId)
          .where('part.sign_status', '<>', SignStatus.signed),
      ),
    )
    .orderBy('inbox.created_at')
    .orderBy('inbox.flow_id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ flowCode: row.flow_code, title: row.title, confidential: row.confidential }));
}
