import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import type { DocumentFile } from '../shared/document/layout.js';
import type { CanvasProps } from './canvas-props.js';
import type { PageGuides, Placement } from './canvas-types.js';

type PageOfFile = Pick<Placement, 'fileId' | 'page'>;

interface Options {
  readonly scope: readonly (string | number)[];
  readonly files: readonly DocumentFile[];
  /** null: none yet, or nobody drags anything. */
  readonly inSight: PageOfFile | null;
  readonly read: (page: PageOfFile) => Promise<PageGuides>;
}

/**
 * Lines of the page in sight and of its neighbours, read before anything is dragged there. A page whose lines have not
 * arrived offers none, and their arrival renders nothing: a drag may be under way.
 */
export function usePageGuides({
  scope,
  files,
  inSight,
  read,
}: Options): NonNullable<CanvasProps['guidesOf']> {
  const queries = useQueryClient();
  const name = scope.join(' ');
  const file = files.find(({ fileId }) => fileId === inSight?.fileId);
  const pageCount = file?.pages.length ?? 0;
  const { fileId = 0, page = 0 } = inSight ?? {};
  const version = file?.version ?? '';
  useEffect(() => {
    for (const near of [page, page + 1, page - 1]) {
      if (near < 1 || near > pageCount) continue;
      void queries.prefetchQuery({
        queryKey: ['guides', name, fileId, version, near],
        queryFn: () => read({ fileId, page: near }),
        staleTime: Number.POSITIVE_INFINITY,
        // Nothing observes them while their page is in sight.
        gcTime: Number.POSITIVE_INFINITY,
        retry: false,
      });
    }
  }, [queries, name, fileId, version, page, pageCount, read]);
  return useCallback(
    (at) => {
      const known = files.find((each) => each.fileId === at.fileId)?.version;
      return queries.getQueryData<PageGuides>(['guides', name, at.fileId, known, at.page]);
    },
    [queries, name, files],
  );
}
