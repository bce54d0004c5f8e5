import { moveComponents } from '@cinnabar/api/operations/template-places.js';
import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useDebounced } from '../shared/seals/use-debounced.js';
import type { Control, Design, TemplateFile } from './design.js';
import { useDesignerDoor } from './designer-door.js';

/** Occurrences that are counted; whoever has more chooses a longer text. */
export const MAX_HITS = 20;
/** The limit of a request is 2,000 controls, and each keyword is asked for `MAX_HITS` times. */
const MAX_KEYWORDS = 100;
const QUIET_MS = 500;

/** How often each keyword is in a file; null while it is not known. */
export type HitsOf = (file: TemplateFile['key'], keyword: string) => number | null;

/**
 * How often the keywords of the controls are in their files. Comparing a file with itself returns a place for
 * every occurrence.
 */
export function useKeywordHits({ files, controls }: Design, isReader: boolean): HitsOf {
  const door = useDesignerDoor();
  const wanted = files.map(({ key, fileUrl }) => ({ key, fileUrl, keywords: keywordsIn(controls, key) }));
  const text = useDebounced(JSON.stringify(wanted.map(({ keywords }) => keywords)), QUIET_MS);
  const settled: readonly (readonly string[])[] = JSON.parse(text);
  const answers = useQueries({
    queries: wanted.map(({ fileUrl }, index) => {
      const keywords = settled[index] ?? [];
      return {
        queryKey: [...door.scope, 'hits', fileUrl, keywords],
        queryFn: async () => {
          const components = keywords.flatMap((keyword) => occurrencesOf(keyword));
          const addresses = { fromFileUrl: fileUrl, toFileUrl: fileUrl };
          const found = await door.call(moveComponents, { ...addresses, components });
          return new Map(
            keywords.map((keyword, place) => {
              const own = found.slice(place * MAX_HITS, (place + 1) * MAX_HITS);
              return [keyword, own.filter(({ by }) => by === 'keyword').length] as const;
            }),
          );
        },
        enabled: !isReader && keywords.length > 0,
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        retry: false,
      };
    }),
    combine,
  });
  const keys = files.map(({ key }) => key).join();
  return useMemo(() => {
    const byFile = new Map(keys.split(',').map((key, index) => [Number(key), answers[index]]));
    return (file, keyword) => byFile.get(file)?.get(keyword.trim()) ?? null;
  }, [answers, keys]);
}

function combine(answers: readonly UseQueryResult<ReadonlyMap<string, number>>[]) {
  return answers.map(({ data }) => data);
}

/** Anchored controls whose text is not as often in the file as they say. */
export function missingKeywords({ controls }: Design, hitsOf: HitsOf): ReadonlySet<Control['key']> {
  return new Set(
    controls.flatMap(({ key, file, anchor }) => {
      const hits = anchor === null ? null : hitsOf(file, anchor.keyword);
      return anchor !== null && hits !== null && hits < Math.min(anchor.index, MAX_HITS) ? [key] : [];
    }),
  );
}

function keywordsIn(controls: readonly Control[], file: TemplateFile['key']): readonly string[] {
  const own = controls.flatMap(({ file: at, anchor }) =>
    at === file && anchor !== null && anchor.keyword.trim() !== '' ? [anchor.keyword.trim()] : [],
  );
  return [...new Set(own)].sort().slice(0, MAX_KEYWORDS);
}

export function occurrencesOf(keyword: string) {
  return Array.from({ length: MAX_HITS }, (_, index) => ({
    ...{ pageNum: 1, positionX: 0, positionY: 0, keyword, keywordIndex: index + 1 },
    specialAttribute: { width: 160, height: 24 },
  }));
}
