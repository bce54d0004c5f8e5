import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/**
 * Parts of enterprises that are not registered yet, found by name after registration, and requests to become a member.
 */
export const migration: Migration = {
  async up(db) {
    await sql`alter table flow_participants add column awaited_corp_key text`.execute(db);
    const { rows } = await sql<{ name: string }>`
      select distinct participant_corp_name as name from flow_participants
        where type = 'enterprise' and participant_corp_id is null and participant_corp_name <> ''
    `.execute(db);
    for (const { name } of rows) {
      await sql`
        update flow_participants set awaited_corp_key = ${keyOf(name)}
          where type = 'enterprise' and participant_corp_id is null and participant_corp_name = ${name}
      `.execute(db);
    }
    await sql`
      create index flow_participants_awaiting on flow_participants (awaited_corp_key, corp_id, flow_id)
        where awaited_corp_key is not null
    `.execute(db);
    await sql`
      create table join_requests (
        corp_id bigint not null references corps (corp_id),
        user_id bigint not null references users (user_id),
        state text not null check (state in ('open', 'accepted', 'rejected')),
        asked_at timestamptz not null,
        decided_by bigint references users (user_id),
        decided_at timestamptz,
        primary key (corp_id, user_id),
        check ((state = 'open') = (decided_at is null))
      )
    `.execute(db);
    await sql`
      create index join_requests_open on join_requests (corp_id, asked_at desc) where state = 'open'
    `.execute(db);
  },
};

/** The comparison of names at the time of this migration. */
function keyOf(corpName: string): string {
  return corpName
    .normalize('NFKC')
    .replace(/[[{〔【〖「『《〈]/gu, '(')
    .replace(/[\]}〕】〗」』》〉]/gu, ')')
    .replace(/[\s\p{Cf}]+/gu, '');
}
