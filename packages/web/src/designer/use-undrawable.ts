import { previewTemplate } from '@cinnabar/api/operations/template-drafts.js';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useDebounced } from '../shared/seals/use-debounced.js';
import type { Control, Design } from './design.js';
import { useDesignerDoor } from './designer-door.js';
import { defaultsBody, defaultsOf } from './previewed.js';

const QUIET_MS = 1_000;
const none: ReadonlySet<Control['key']> = new Set();

/** Controls whose default value cannot be drawn in them; the service is asked when a value, its look or a size has changed. */
export function useUndrawable(design: Design, isReader: boolean): ReadonlySet<Control['key']> {
  const door = useDesignerDoor();
  const drawn = JSON.stringify(defaultsBody(design));
  const settled = useDebounced(drawn, QUIET_MS);
  const keys = defaultsOf(design)
    .map(({ key }) => key)
    .join('\n');
  const { data } = useQuery({
    queryKey: [...door.scope, 'undrawable', settled],
    queryFn: () => door.call(previewTemplate, defaultsBody(design)),
    // What has not settled is not asked for, and what is asked for has settled.
    enabled: !isReader && drawn === settled && design.files.length > 0 && keys !== '',
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: false,
  });
  return useMemo(() => {
    if (data === undefined) return none;
    const all = keys.split('\n');
    return new Set(data.problems.flatMap(({ index }) => all[index] ?? []));
  }, [data, keys]);
}
