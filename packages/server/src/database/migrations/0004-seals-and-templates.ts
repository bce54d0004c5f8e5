import { type Kysely, sql } from 'kysely';
import type { Migration } from '../migration.js';

/** Seals; templates with their participants, files, copiers, attachments and controls. */
export const migration: Migration = {
  async up(db) {
    await createSeals(db);
    await createTemplates(db);
    await createTemplateElements(db);
  },
};

async function createSeals(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table seals (
      corp_id bigint not null,
      seal_id bigint not null,
      corp_name text not null,
      seal_code text not null,
      seal_name text not null,
      category_type text not null,
      seal_style smallint not null check (seal_style in (1, 3)),
      shape text not null check (shape in ('round', 'oval')),
      width integer not null check (width > 0),
      height integer not null check (height > 0),
      horizontal_text text,
      bottom_text text,
      source text not null check (source in ('TEMPLATE', 'IMAGE')),
      status smallint not null check (status between 1 and 4),
      is_default boolean not null,
      author_num integer not null default 0 check (author_num >= 0),
      drawing_hash text not null,
      image_hash text not null,
      created_by bigint,
      created_at timestamptz not null,
      deleted_at timestamptz,
      primary key (corp_id, seal_id)
    )`.execute(db);
  await sql`create unique index seals_code on seals (corp_id, seal_code)`.execute(db);
  await sql`
    create unique index seals_name on seals (corp_id, seal_name) where deleted_at is null`.execute(db);
  await sql`
    create unique index seals_default on seals (corp_id) where is_default and deleted_at is null`.execute(db);
  await sql`
    create index seals_newest on seals (corp_id, created_at desc, seal_id desc) where deleted_at is null`.execute(
    db,
  );
}

async function createTemplates(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table templates (
      corp_id bigint not null,
      template_id bigint not null,
      template_code text not null,
      template_name text not null,
      template_status smallint not null check (template_status in (0, 1)),
      encrypt_flag smallint not null check (encrypt_flag in (0, 1)),
      created_by bigint not null,
      create_name text not null,
      created_at timestamptz not null,
      updated_by bigint not null,
      update_name text not null,
      updated_at timestamptz not null,
      deleted_at timestamptz,
      primary key (corp_id, template_id)
    )`.execute(db);
  await sql`create unique index templates_code on templates (corp_id, template_code)`.execute(db);
  await sql`
    create unique index templates_name on templates (corp_id, template_name)
      where deleted_at is null`.execute(db);
  await sql`
    create index templates_newest on templates (corp_id, created_at desc, template_id desc)
      where deleted_at is null`.execute(db);
}

async function createTemplateElements(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table template_participants (
      corp_id bigint not null,
      template_id bigint not null,
      participant_id bigint not null,
      participant_flag text not null,
      participant_type smallint not null check (participant_type in (0, 1)),
      business_types text[] not null,
      set_mode smallint not null check (set_mode in (0, 1, 3)),
      participant_corp_id bigint,
      participant_corp_name text,
      psn_id bigint,
      psn_account text,
      psn_name text,
      draft_sort smallint not null check (draft_sort between 1 and 255),
      sign_order smallint not null check (sign_order between 1 and 255),
      primary key (corp_id, template_id, participant_id),
      unique (corp_id, template_id, participant_flag),
      unique (corp_id, template_id, draft_sort),
      foreign key (corp_id, template_id) references templates
    )`.execute(db);
  await sql`
    create table template_files (
      corp_id bigint not null,
      template_id bigint not null,
      file_id bigint not null,
      position smallint not null,
      file_name text not null,
      file_key text not null,
      primary key (corp_id, template_id, file_id),
      foreign key (corp_id, template_id) references templates,
      foreign key (corp_id, file_key) references stored_files
    )`.execute(db);
  // Used to determine whether an upload is still in use.
  await sql`create index template_files_by_key on template_files (corp_id, file_key)`.execute(db);
  await sql`
    create table template_copiers (
      corp_id bigint not null,
      template_id bigint not null,
      copier_id bigint not null,
      position smallint not null,
      copier_type smallint not null check (copier_type in (0, 1)),
      psn_account text,
      psn_name text,
      corp_name text,
      primary key (corp_id, template_id, copier_id),
      foreign key (corp_id, template_id) references templates
    )`.execute(db);
  await sql`
    create table template_attachments (
      corp_id bigint not null,
      template_id bigint not null,
      attachment_id bigint not null,
      position smallint not null,
      file_name text not null,
      file_key text not null,
      primary key (corp_id, template_id, attachment_id),
      foreign key (corp_id, template_id) references templates,
      foreign key (corp_id, file_key) references stored_files
    )`.execute(db);
  await sql`create index template_attachments_by_key on template_attachments (corp_id, file_key)`.execute(db);
  await sql`
    create table template_components (
      corp_id bigint not null,
      template_id bigint not null,
      component_id bigint not null,
      position integer not null,
      participant_id bigint not null,
      file_id bigint not null,
      component_key text,
      component_name text not null,
      component_type integer not null check (component_type > 0),
      value text,
      required smallint not null check (required in (0, 1)),
      page_num integer not null check (page_num > 0),
      position_x double precision not null,
      position_y double precision not null,
      attribute jsonb not null,
      primary key (corp_id, template_id, component_id),
      foreign key (corp_id, template_id, participant_id) references template_participants,
      foreign key (corp_id, template_id, file_id) references template_files
    )`.execute(db);
  await sql`
    create unique index template_components_key on template_components (corp_id, template_id, component_key)
      where component_key is not null`.execute(db);
}
