import type { AutomaticSealView } from '@cinnabar/api/pages/automatic.js';
import { decideAutomaticSeal, viewAutomaticSeal } from '@cinnabar/api/pages/automatic.js';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Wire } from '../../api/wire.js';
import { useLink } from '../link/link-context.js';

export type AutomaticSeal = Wire<AutomaticSealView>;

/** @param id of the record; null means the record that the link is for */
export function useAutomaticSeal(id: number | null) {
  const link = useLink();
  const queries = useQueryClient();
  const queryKey = ['automatic', link.linkId, id];
  const which = id === null ? {} : { id };
  const query = useQuery({
    queryKey,
    queryFn: () => link.call(viewAutomaticSeal, which),
  });
  const deciding = useMutation({
    mutationFn: (wanted: boolean) =>
      link.call(decideAutomaticSeal, {
        ...which,
        wanted,
        shown: query.data?.shown ?? null,
      }),
    onSuccess: (view) => queries.setQueryData(queryKey, view),
    // The displayed terms may be stale: reload them.
    onError: () => queries.invalidateQueries({ queryKey }),
  });
  return { query, deciding };
}
