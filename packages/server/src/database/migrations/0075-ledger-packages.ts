import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/** Packages of contracts and collections with an end date, at which unused ones are lost. */
export const migration: Migration = {
  async up(db) {
    await sql`
      alter table corp_balances
        add column expiring integer not null default 0,
        add constraint corp_balances_expiring check (expiring between 0 and balance)
    `.execute(db);
    await sql`
      create table ledger_packages (
        corp_id bigint not null,
        ledger text not null,
        package_id bigint not null,
        count integer not null check (count > 0),
        remaining integer not null check (remaining between 0 and count),
        expire_at timestamptz not null,
        order_code text,
        created_at timestamptz not null,
        primary key (corp_id, ledger, package_id),
        foreign key (corp_id, ledger) references corp_balances (corp_id, ledger)
      )
    `.execute(db);
    await sql`
      create index ledger_packages_due on ledger_packages (expire_at) where remaining > 0
    `.execute(db);
    await sql`
      alter table ledger_entries
        add column package_id bigint,
        add foreign key (corp_id, ledger, package_id) references ledger_packages
    `.execute(db);
    await sql`
      create index ledger_entries_of_packages on ledger_entries (corp_id, ledger, sign_flow_id)
        where package_id is not null
    `.execute(db);
  },
};
