import { readPageText } from '@cinnabar/api/pages/page-text.js';
import { useQuery } from '@tanstack/react-query';
import { useLink } from '../link/link-context.js';
import type { DocumentFile } from './layout.js';

/** Text of a page, requested on demand and cached until the file changes. */
export function usePageText(file: Pick<DocumentFile, 'fileId' | 'version'>, page: number, isWanted: boolean) {
  const link = useLink();
  return useQuery({
    queryKey: ['page text', link.linkId, file.fileId, file.version, page],
    queryFn: () => link.call(readPageText, { fileId: file.fileId, page }),
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
