import type { PageLayout } from '@cinnabar/pdf/render/page-layout.js';
import type { Db } from '../../database/schema.js';
import { invalidField } from '../../operation/refusal.js';
import type { Services } from '../../operation/services.js';
import { findFile, type StoredFile } from '../../storage/stored-files.js';
import { CONTRACT_FILE } from './contract-file.js';
import { readPages } from './read-layouts.js';
import { NO_UPLOAD } from './template-files.js';

/**
 * A contract file of this enterprise.
 * @param field names it in the refusal
 * @throws Refusal 400
 */
export async function contractFileOf(
  db: Db,
  corpId: number,
  fileUrl: string,
  field: string,
): Promise<StoredFile> {
  const stored = await findFile(db, corpId, fileUrl);
  if (stored === null || stored.kind !== CONTRACT_FILE) throw invalidField(field, NO_UPLOAD);
  return stored;
}

/** Text and lines of all pages of a contract file. */
export async function readStoredPages(
  { blobs, documents }: Pick<Services, 'blobs' | 'documents'>,
  { corpId, hash, pages }: Pick<StoredFile, 'corpId' | 'hash' | 'pages'>,
): Promise<readonly PageLayout[]> {
  return readPages(documents, await blobs.get(corpId, hash), pages?.length ?? 0);
}
