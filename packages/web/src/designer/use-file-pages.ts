import { filePages } from '@cinnabar/api/operations/templates.js';
import { useQueries } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { DocumentFile } from '../shared/document/layout.js';
import { ownPicture } from '../shared/document/own-picture.js';
import type { TemplateFile } from './design.js';
import { useDesignerDoor } from './designer-door.js';

/** px, of the pictures that show all pages at once. */
export const THUMBNAIL_WIDTH = 200;
/** How long links to pictures are used; they are valid for half an hour. */
export const PICTURES_VALID_MS = 20 * 60_000;

/** Sizes and pictures of the pages of all files; until they are known, each page has the size of the first. */
export function useFilePages(files: readonly TemplateFile[]) {
  const door = useDesignerDoor();
  const asked = useQueries({
    queries: files.map(({ fileUrl }) => ({
      queryKey: [...door.scope, 'filePages', fileUrl],
      queryFn: () => door.call(filePages, { fileUrl }),
      staleTime: PICTURES_VALID_MS,
      refetchInterval: PICTURES_VALID_MS,
      refetchOnWindowFocus: false,
    })),
  });
  const pages = asked.map(({ data }) => data);
  const known = pages.map((each) => each?.length ?? 0).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: sizes change only with what is known of the files
  const shown = useMemo(
    () =>
      files.map(
        (file, index): DocumentFile => ({
          fileId: file.key,
          fileName: file.fileName,
          version: file.fileUrl,
          pages:
            pages[index]?.map(({ width, height }) => ({ width, height })) ??
            Array.from({ length: file.totalPage }, () => ({ width: file.width, height: file.height })),
        }),
      ),
    [files, known],
  );
  const pictureOf = useCallback(
    ({ fileId }: DocumentFile, page: number, width?: number) => {
      const index = files.findIndex(({ key }) => key === fileId);
      const found = pages[index]?.[page - 1];
      const picture = width === THUMBNAIL_WIDTH ? found?.thumbnailUrl : found?.jpgUrl;
      return picture === undefined ? '' : ownPicture(picture);
    },
    [files, pages],
  );
  return { shown, pictureOf, isReady: asked.every(({ isPending }) => !isPending) };
}
