import type { Db } from '../../../../database/schema.js';
import type { CorpId, UserId } from '../../../../operation/context.js';
import { SignStatus } from '../../flow/flow.js';
import { anybody } from '../../flow/rules/inbox-rows.js';
import { openInbox } from '../../flow/store/inbox-texts.js';
import { withinReach } from '../../flow/store/personal-rows.js';

export interface UnfinishedPart {
  readonly flowCode: string;
  readonly title: string;
  readonly confidential: boolean;
}

/**
 * Flows that wait, now or later, for this member's act in the enterprise's name, or for an act of their own in flows
 * that the enterprise started or takes part in; the oldest first. Other personal acts must not be disclosed to it.
 */
export async function unfinishedParts(
  db: Db,
  corpId: CorpId,
  userId: UserId,
  now: Date,
  limit: number,
): Promise<readonly UnfinishedPart[]> {
  const rows = await db
    .selectFrom('flow_inbox as inbox')
    .select([
      'inbox.flow_id',
      'inbox.owner_corp_id',
      'inbox.flow_code',
      'inbox.title',
      'inbox.description',
      'inbox.confidential',
      'inbox.sealed',
    ])
    .distinctOn(['inbox.created_at', 'inbox.flow_id'])
    .where('inbox.viewer_corp_id', 'in', [corpId, anybody])
    .where('inbox.user_id', '=', userId)
    .where('inbox.my_unfinished', '=', true)
    .where((where) => where.or([where('inbox.deadline', 'is', null), where('inbox.deadline', '>=', now)]))
    .where((where) =>
      where.exists(
        where
          .selectFrom('flow_participants as part')
          .select('part.participant_id')
          .whereRef('part.corp_id', '=', 'inbox.owner_corp_id')
          .whereRef('part.flow_id', '=', 'inbox.flow_id')
          .where('part.psn_id', '=', userId)
          .where((part) =>
            part.or([
              part('part.participant_corp_id', '=', corpId),
              part.and([
                part('part.type', '=', 'person'),
                withinReach({ corpId, personal: 'shared' }, 'inbox.flow_id'),
              ]),
            ]),
          )
          .where('part.sign_status', '<>', SignStatus.signed),
      ),
    )
    .orderBy('inbox.created_at')
    .orderBy('inbox.flow_id')
    .limit(limit)
    .execute();
  const opened = await openInbox(db, rows);
  return opened.map((row) => ({ flowCode: row.flow_code, title: row.title, confidential: row.confidential }));
}
