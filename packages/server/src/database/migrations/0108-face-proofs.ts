import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/** A face check as fresh proof in a session of the console. */
export const migration: Migration = {
  async up(db) {
    await sql`
      alter table face_orders
        drop constraint face_orders_purpose_check,
        drop constraint face_orders_own_check,
        add constraint face_orders_purpose_check check (
          purpose in (
            'person', 'legal', 'signContract', 'approvalSign', 'receiveCorp', 'registerCorp',
            'ownMobile', 'ownName', 'ownReturn', 'ownProof'
          )
        ),
        add constraint face_orders_own_check check (
          (corp_id is null) = (purpose in ('ownMobile', 'ownName', 'ownReturn', 'ownProof'))
        )
    `.execute(db);
  },
};
