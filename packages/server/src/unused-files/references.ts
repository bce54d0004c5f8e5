import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../database/schema.js';
import type { BlobName } from '../storage/blob-backend.js';

/**
 * Every column that refers to stored files or blobs and so protects them from deletion. A test compares these lists
 * with the columns of the database, so that a new table cannot be forgotten.
 */

interface Naming {
  readonly table: string;
  readonly column: string;
  /** Condition on the rows that count. */
  readonly where?: RawBuilder<unknown>;
}

/** Columns that refer to a stored file by its key. */
export const FILE_REFERENCES: readonly Naming[] = [
  { table: 'template_files', column: 'file_key' },
  { table: 'template_attachments', column: 'file_key' },
  { table: 'template_version_files', column: 'file_key' },
  { table: 'template_draft_files', column: 'file_key' },
  { table: 'flow_files', column: 'file_key' },
  { table: 'flow_attachments', column: 'file_key' },
  { table: 'contract_draft_files', column: 'file_key' },
  // The value of an image control is the key of its picture.
  { table: 'template_components', column: 'value', where: sql`component_type = 103` },
  { table: 'flow_components', column: 'value', where: sql`component_type = 103` },
  // An upload from which no seal was made is like any other upload.
  { table: 'seal_uploads', column: 'file_key', where: sql`seal_id is not null` },
];

/**
 * Columns that refer to a blob by its hash. The current hash of a flow's file is that of its newest revision, so the
 * revisions suffice. A page picture protects its own blob, but not the document that it shows.
 */
export const BLOB_REFERENCES: readonly Naming[] = [
  { table: 'stored_files', column: 'hash' },
  { table: 'stored_files', column: 'original_hash' },
  { table: 'flow_files', column: 'base_hash' },
  { table: 'flow_revisions', column: 'hash' },
  { table: 'seals', column: 'drawing_hash' },
  { table: 'seals', column: 'image_hash' },
  { table: 'personal_seals', column: 'picture_hash' },
  { table: 'page_pictures', column: 'picture_hash' },
  { table: 'corp_logos', column: 'hash' },
];

/** Condition on a row of stored_files: nothing refers to the file. */
export function fileIsUnused(): RawBuilder<boolean> {
  return noneNames(FILE_REFERENCES, sql`stored_files.corp_id`, sql`stored_files.file_key`);
}

/** Condition on a row of page_pictures: no file, flow or seal refers to the document. */
export function documentIsUnused(): RawBuilder<boolean> {
  return noneNames(BLOB_REFERENCES, sql`page_pictures.corp_id`, sql`page_pictures.document_hash`, 'document');
}

/** Every blob that the database refers to, once, in the order of enterprise and hash: a query for COPY. */
export function referencedBlobs(): string {
  const columns = BLOB_REFERENCES.map(
    ({ table, column }) => `select corp_id, ${column} as hash from ${table} where ${column} is not null`,
  );
  return `select corp_id, hash from (${columns.join(' union ')}) as named order by corp_id, hash collate "C"`;
}

export async function isBlobReferenced(db: Db, { corpId, hash }: BlobName): Promise<boolean> {
  const unused = noneNames(BLOB_REFERENCES, sql`${corpId}::bigint`, sql`${hash}::text`);
  const { rows } = await sql<{ unused: boolean }>`select ${unused} as unused`.execute(db);
  return rows[0]?.unused !== true;
}

function noneNames(
  references: readonly Naming[],
  corpId: RawBuilder<unknown>,
  name: RawBuilder<unknown>,
  alias = 'naming',
): RawBuilder<boolean> {
  const conditions = references.map(({ table, column, where }) => {
    const counted = where === undefined ? sql`` : sql` and ${where}`;
    return sql`not exists (
      select from ${sql.table(table)} as ${sql.ref(alias)}
      where ${sql.ref(`${alias}.corp_id`)} = ${corpId} and ${sql.ref(`${alias}.${column}`)} = ${name}${counted}
    )`;
  });
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}
