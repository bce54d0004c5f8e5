/** SQL of what a member has to do in contracts, by part and by contract. */
import { sql } from 'kysely';
import type { Db } from '../../../../database/schema.js';
import type { CorpId, UserId } from '../../../../operation/context.js';
import { SignStatus } from '../../flow/flow.js';
import { anybody } from '../../flow/rules/inbox-rows.js';
import { statusesOf } from '../../flow/rules/states.js';
import { withinReach } from '../../flow/store/personal-rows.js';

/** Without a title if the contract is confidential or encrypted. */
export interface FlowDuty {
  readonly id: number;
  readonly title: string | null;
  readonly flowCode: string;
  readonly createTime: Date;
}

export interface FoundDuties {
  /** The oldest first. */
  readonly items: readonly FlowDuty[];
  readonly totalCount: number;
}

interface Whose {
  readonly corpId: CorpId;
  readonly userId: UserId;
  readonly now: Date;
  readonly limit: number;
}

const openTitle = sql<
  string | null
>`case when inbox.confidential or inbox.sealed is not null then null else inbox.title end`;
const total = sql<number>`count(*) over ()`;

/**
 * Unfinished parts that the member acts for: those of the enterprise, or their own in contracts that the enterprise started
 * or takes part in. Their other personal parts must not be disclosed to it.
 */
export async function dutyParts(
  db: Db,
  { corpId, userId, now, limit }: Whose,
  whose: 'enterprise' | 'person',
): Promise<FoundDuties> {
  const parts = db
    .selectFrom('flow_inbox as inbox')
    .innerJoin('flow_participants as part', (join) =>
      join.onRef('part.corp_id', '=', 'inbox.owner_corp_id').onRef('part.flow_id', '=', 'inbox.flow_id'),
    )
    .select(['part.participant_id as id', 'inbox.flow_code', 'inbox.created_at', openTitle.as('title')])
    .distinctOn(['inbox.created_at', 'part.participant_id'])
    .where('inbox.viewer_corp_id', 'in', [corpId, anybody])
    .where('inbox.user_id', '=', userId)
    .where('inbox.my_unfinished', '=', true)
    .where((where) => where.or([where('inbox.deadline', 'is', null), where('inbox.deadline', '>=', now)]))
    .where('part.psn_id', '=', userId)
    .where('part.sign_status', '<>', SignStatus.signed)
    .where((where) => where.or([where('part.signs', '=', true), where('part.filled', '=', false)]))
    .where((where) =>
      whose === 'enterprise'
        ? where.and([where('part.type', '=', 'enterprise'), where('part.participant_corp_id', '=', corpId)])
        : where.and([
            where('part.type', '=', 'person'),
            withinReach({ corpId, personal: 'shared' }, 'inbox.flow_id'),
          ]),
    )
    .orderBy('inbox.created_at')
    .orderBy('part.participant_id');
  const rows = await db
    .selectFrom(parts.as('found'))
    .select(['id', 'title', 'flow_code', 'created_at', total.as('total')])
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();
  return foundIn(rows);
}

/** Open contracts of the enterprise that the member has started. */
export async function initiatedBy(db: Db, { corpId, userId, now, limit }: Whose): Promise<FoundDuties> {
  const rows = await db
    .selectFrom('flow_inbox as inbox')
    .select(['inbox.flow_id as id', 'inbox.flow_code', 'inbox.created_at', openTitle.as('title')])
    .select(total.as('total'))
    .where('inbox.viewer_corp_id', '=', corpId)
    .where('inbox.user_id', '=', userId)
    .where('inbox.initiated', '=', true)
    .where('inbox.status', 'in', statusesOf('open'))
    .where((where) => where.or([where('inbox.deadline', 'is', null), where('inbox.deadline', '>=', now)]))
    .orderBy('inbox.created_at')
    .orderBy('inbox.flow_id')
    .limit(limit)
    .execute();
  return foundIn(rows);
}

function foundIn(
  rows: readonly {
    readonly id: number;
    readonly title: string | null;
    readonly flow_code: string;
    readonly created_at: Date;
    readonly total: number;
  }[],
): FoundDuties {
  const items = rows.map((row) => ({
    id: row.id,
    title: row.title,
    flowCode: row.flow_code,
    createTime: row.created_at,
  }));
  return { items, totalCount: rows[0]?.total ?? 0 };
}
