import { pictureAddress } from '@cinnabar/api/pages/browser-addresses.js';
import { useCallback } from 'react';
import { useLink } from '../link/link-context.js';
import type { DocumentFile } from './layout.js';

/** URLs of page images for the current session. */
export function usePictures() {
  const { linkId, pictureOf } = useLink();
  return useCallback(
    (file: DocumentFile, page: number, width: number) =>
      pictureOf?.(file.fileId, page) ?? pictureAddress(linkId, file, page, width),
    [linkId, pictureOf],
  );
}
