import { EngineFailed } from '@cinnabar/pdf/engine/engine.js';
import { RenderFailed } from '@cinnabar/pdf/render/page-renderer.js';
import type { CorpId } from '../../../operation/context.js';
import type { Services } from '../../../operation/services.js';
import { StorageError } from '../../../storage/storage-error.js';
import type { EvidenceRecord } from './evidence-record.js';
import { pagesToPicture } from './rules/signed-pages.js';

/**
 * Limit for one report: a seam seal leaves a slice on every page of a contract, of which a court needs to see only
 * some.
 */
export const MAX_PICTURES = 16;
/** px: about 240 dpi in the report, so that a seal is legible when enlarged. */
const PICTURE_WIDTH = 420;

/** A page as displayed, with its seals. */
export interface PagePicture {
  readonly fileId: number;
  readonly page: number;
  /** null: the page could not be rendered, which must not prevent the report. */
  readonly jpeg: Uint8Array | null;
}

/** Pictures of signed pages, rendered from the stored files by the preview renderer. */
export async function drawSignedPages(
  { blobs, documents }: Pick<Services, 'blobs' | 'documents'>,
  corpId: CorpId,
  { files, signedPages }: Pick<EvidenceRecord, 'files' | 'signedPages'>,
): Promise<readonly PagePicture[]> {
  const chosen = pagesToPicture(signedPages, MAX_PICTURES);
  const pictures: PagePicture[] = [];
  for (const { fileId, currentHash } of files) {
    const pages = chosen.filter((page) => page.fileId === fileId);
    const pdf = pages.length === 0 ? null : await stored(blobs, corpId, currentHash);
    for (const { page } of pages)
      pictures.push({ fileId, page, jpeg: pdf === null ? null : await drawn(documents, pdf, page) });
  }
  return pictures;
}

async function stored(blobs: Services['blobs'], corpId: CorpId, hash: string): Promise<Uint8Array | null> {
  try {
    return await blobs.get(corpId, hash);
  } catch (error) {
    if (error instanceof StorageError) return null;
    throw error;
  }
}

async function drawn(
  documents: Pick<Services['documents'], 'renderPage'>,
  pdf: Uint8Array,
  page: number,
): Promise<Uint8Array | null> {
  try {
    return await documents.renderPage(pdf, page, PICTURE_WIDTH);
  } catch (error) {
    if (error instanceof RenderFailed || error instanceof EngineFailed) return null;
    throw error;
  }
}
