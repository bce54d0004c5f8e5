import type { ColumnType, Generated } from 'kysely';

/** What a permanent storage key (`fileUrl`) stands for. The bytes lie in the blob store under their hash. */
export interface StoredFilesTable {
  corp_id: number;
  file_key: string;
  /** SHA-256 of the bytes, lower-case hexadecimal. */
  hash: string;
  /** Bytes. */
  size: number;
  /** Empty where the name is sealed. */
  file_name: string;
  /** The name under the enterprise's data key; null only for files of earlier versions. */
  sealed: Generated<Uint8Array | null>;
  media_type: string;
  /** What was uploaded, where the stored file is a rewritten form of it. */
  original_hash: string | null;
  /** What the file is for, in the words of the area that stored it. */
  kind: string;
  /** px at 96 dpi as displayed, one entry a page; null where the file has no pages. */
  pages: ColumnType<readonly StoredPage[] | null, string | null, never>;
  /** The acting member's user id; null for files that the service made. */
  created_by: number | null;
  created_at: Date;
  /** Start of the retention period of unused files; updated whenever the file is referred to or found in use. */
  kept_from: Date;
}

export interface StoredPage {
  readonly width: number;
  readonly height: number;
}

export interface StorageTables {
  stored_files: StoredFilesTable;
}
