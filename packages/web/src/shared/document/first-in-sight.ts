import type { PageState } from '@cinnabar/api/pages/addresses.js';
import type { DocumentFile } from './layout.js';

export interface PageOfFile {
  readonly fileId: number;
  readonly page: number;
}

/** The page that the URL names; null for the first page, and for pages that no longer exist. */
export function firstInSight(
  files: readonly DocumentFile[],
  { file: fileId, page = 1 }: PageState<'sign'>,
): PageOfFile | null {
  const file = files.find((each) => each.fileId === fileId);
  if (file === undefined || page < 1 || page > file.pages.length) return null;
  return file === files[0] && page === 1 ? null : { fileId: file.fileId, page };
}
