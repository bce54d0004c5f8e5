import { type Kysely, sql } from 'kysely';
import type { Migration } from '../migration.js';

/**
 * An identity is either asserted by one enterprise or proven by the person. Existing identities may be either: those
 * that a person stated on a page or proved by face remain proven, all others become assertions of the enterprises that
 * had confirmed the membership.
 */
export const migration: Migration = {
  async up(db) {
    await columns(db);
    await permissions(db);
    await divide(db);
  },
};

async function columns(db: Kysely<unknown>): Promise<void> {
  // A person whose number the network operator has reassigned has no mobile.
  await sql`alter table users alter column mobile drop not null`.execute(db);
  await sql`
    alter table users
      add column proven_by text check (proven_by in ('page', 'face', 'code', 'platform')),
      add column proven_in bigint
  `.execute(db);
  await sql`
    alter table members
      add column asserted_name text,
      add column asserted_ident_num bytea,
      add column asserted_ident_num_index text,
      add column asserted_at timestamptz,
      add column asserted_by text,
      add check (
        asserted_at is null
        or (asserted_name is not null and asserted_ident_num is not null and asserted_ident_num_index is not null)
      )
  `.execute(db);
}

async function permissions(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table personal_contract_permissions (
      permission_id bigint primary key,
      user_id bigint not null references users (user_id),
      corp_id bigint not null references corps (corp_id),
      version text not null,
      text_hash text not null,
      given_at timestamptz not null,
      address text not null,
      device text,
      revoked_at timestamptz
    )
  `.execute(db);
  await sql`
    create unique index personal_contract_permissions_in_force
      on personal_contract_permissions (user_id, corp_id) where revoked_at is null
  `.execute(db);
}

/**
 * member/memberAuth and the command line set the identity and the confirmation of the membership at the same time; a
 * newcomer's page set only the identity; and a passed face check left its order, unless it has been deleted, in which
 * case the identity counts as an assertion. The sandbox's demo users are proven.
 */
async function divide(db: Kysely<unknown>): Promise<void> {
  const byFace = sql`exists (
    select from face_orders face
    where face.user_id = member.user_id and face.corp_id = member.corp_id and face.purpose = 'person'
      and face.result = 'pass' and face.finished_at = member.confirmed_at
  )`;
  await sql`
    update users set
      proven_by = case when exists (
        select from face_orders face
        where face.user_id = users.user_id and face.purpose = 'person' and face.result = 'pass'
          and face.finished_at = users.verified_at
      ) then 'face' else 'page' end
    where verified_at is not null
      and not exists (
        select from members member
        where member.user_id = users.user_id and member.confirmed_at = users.verified_at and not ${byFace}
      )
  `.execute(db);
  await sql`
    update users set proven_by = 'platform'
    where verified_at is not null and proven_by is null and user_id in (
      select (demo.value ->> 'personId')::bigint from settings demo where demo.name = 'sandbox_demo'
      union
      select unnest(array[(corp ->> 'ownerId')::bigint, (corp ->> 'memberId')::bigint])
      from settings demo, jsonb_array_elements(demo.value -> 'enterprises') corp
      where demo.name = 'sandbox_demo'
    )
  `.execute(db);
  // A membership of a proven person remains confirmed if the person agreed to it or founded the enterprise.
  await sql`
    update members member set
      asserted_name = person.real_name,
      asserted_ident_num = person.ident_num,
      asserted_ident_num_index = person.ident_num_index,
      asserted_at = member.confirmed_at,
      confirmed_at = null
    from users person
    where person.user_id = member.user_id and person.verified_at is not null and member.confirmed_at is not null
      and not coalesce(person.proven_by = 'platform', false)
      and not (
        person.proven_by is not null and (
          ${byFace}
          or exists (
            select from consents consent
            where consent.user_id = member.user_id and consent.corp_id = member.corp_id
              and consent.agreement = 'membership'
          )
          or exists (
            select from corps corp where corp.corp_id = member.corp_id and corp.created_at = member.confirmed_at
          )
        )
      )
  `.execute(db);
  await sql`
    update users set real_name = null, ident_num = null, ident_num_index = null, verified_at = null
    where verified_at is not null and proven_by is null
  `.execute(db);
  await sql`
    alter table users add check (verified_at is null or proven_by is not null)
  `.execute(db);
}
