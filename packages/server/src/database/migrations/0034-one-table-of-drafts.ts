import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/** Drafts of the fill page and of the sign page have the same life cycle, so they share one table. */
export const migration: Migration = {
  async up(db) {
    await sql`
      alter table page_drafts
        add column page text not null default 'fill' check (page in ('fill', 'sign'))
    `.execute(db);
    await sql`alter table page_drafts alter column page drop default`.execute(db);
    await sql`alter table page_drafts rename column draft_values to content`.execute(db);
    await sql`
      alter table page_drafts
        drop constraint page_drafts_pkey,
        add primary key (corp_id, flow_id, participant_id, user_id, page)
    `.execute(db);
    await sql`
      insert into page_drafts (corp_id, flow_id, participant_id, user_id, page, content, updated_at)
      select corp_id, flow_id, participant_id, user_id, 'sign', draft, updated_at from sign_drafts
    `.execute(db);
    await sql`drop table sign_drafts`.execute(db);
  },
};
