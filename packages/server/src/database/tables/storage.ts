import type { ColumnType, Generated } from 'kysely';

/** The file of a permanent storage key (`fileUrl`). Its bytes are in the blob store under their hash. */
export interface StoredFilesTable {
  corp_id: number;
  file_key: string;
  /** SHA-256 of the bytes, lower-case hexadecimal. */
  hash: string;
  /** Bytes. */
  size: number;
  /** Empty if the name is encrypted. */
  file_name: string;
  /** The name encrypted with the enterprise's data key; null only for files of earlier versions. */
  sealed: Generated<Uint8Array | null>;
  media_type: string;
  /** Hash of the upload, if the stored file is a converted form of it. */
  original_hash: string | null;
  /** Purpose of the file, as defined by the area that stored it. */
  kind: string;
  /** px at 96 dpi of the displayed pages, one entry per page; null if the file has no pages. */
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

/** Blobs of persons whose data were erased, until they are deleted: they may be too young for that, or still in use. */
export interface ErasedBlobsTable {
  corp_id: number;
  hash: string;
  erased_at: Date;
}

export interface StorageTables {
  erased_blobs: ErasedBlobsTable;
  stored_files: StoredFilesTable;
}
