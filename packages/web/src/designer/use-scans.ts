import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { PageGuides } from '../canvas/canvas-types.js';
import type { Design, TemplateFile } from './design.js';
import { useDesignerDoor } from './designer-door.js';

/** Files without text: neither the first page, nor the last, nor the one in the middle has a line of it. */
export function useScans(
  { files }: Pick<Design, 'files'>,
  isReader: boolean,
): ReadonlySet<TemplateFile['key']> {
  const door = useDesignerDoor();
  const asked = files.flatMap(({ key, fileUrl, totalPage }) =>
    [...new Set([1, Math.ceil(totalPage / 2), totalPage])].map((page) => ({ key, fileUrl, page })),
  );
  const empty = useQueries({
    queries: asked.map(({ fileUrl, page }) => ({
      queryKey: [...door.scope, 'lines', fileUrl, page],
      queryFn: () => door.guides(fileUrl, page),
      enabled: !isReader,
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      retry: false,
    })),
    combine,
  });
  const found = asked.filter((_, index) => empty[index] === true).map(({ key }) => key);
  const scans = files
    .map(({ key }) => key)
    .filter(
      (key) =>
        countOf(
          asked.map((each) => each.key),
          key,
        ) === countOf(found, key),
    );
  const name = scans.join();
  return useMemo(() => new Set(name === '' ? [] : name.split(',').map(Number)), [name]);
}

function countOf(keys: readonly number[], key: number): number {
  return keys.filter((each) => each === key).length;
}

function combine(answers: readonly UseQueryResult<PageGuides>[]): readonly boolean[] {
  return answers.map(({ data }) => data?.baselines.length === 0);
}
