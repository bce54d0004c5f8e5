import { FlowStatus } from '@cinnabar/api/enums.js';
import { viewPlacePage, watchPlacePage } from '@cinnabar/api/pages/place.js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { useLink } from '../shared/link/link-context.js';

const POLL_MS = 15_000;

/** Data of the page, fetched again whenever the draft has changed. */
export function usePlaceView() {
  const link = useLink();
  const queries = useQueryClient();
  const key = useMemo(() => ['place', link.linkId], [link.linkId]);
  const view = useQuery({
    queryKey: key,
    queryFn: () => link.call(viewPlacePage, {}),
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
    // While approval is pending, the page polls: a decision does not change the draft's revision.
    refetchInterval: ({ state }) => (state.data?.consent === 'asked' ? POLL_MS : false),
  });
  const { data: shown } = view;
  const { data: seen } = useQuery({
    queryKey: [...key, 'state'],
    queryFn: () => link.call(watchPlacePage, {}),
    enabled: shown?.status === FlowStatus.draft,
    refetchInterval: POLL_MS,
    refetchOnWindowFocus: 'always',
    retry: false,
  });
  /** Fetches the current state. @throws Refused, Unanswered */
  const refresh = useCallback(
    () =>
      queries.fetchQuery({
        queryKey: key,
        queryFn: () => link.call(viewPlacePage, {}),
        staleTime: 0,
      }),
    [queries, key, link],
  );
  useEffect(() => {
    if (seen === undefined || shown === undefined) return;
    if (seen.revision > shown.revision) refresh().catch(() => undefined);
  }, [seen, shown, refresh]);
  return { view, refresh };
}
