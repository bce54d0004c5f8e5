import { viewSignPage, watchSignPage } from '@cinnabar/api/pages/sign.js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useLink } from '../shared/link/link-context.js';
import { takePrefetched } from '../shared/state/prefetched.js';

const POLL_MS = 15_000;

/** Data of the page, fetched again whenever the flow has changed. */
export function useSignView() {
  const link = useLink();
  const queries = useQueryClient();
  const key = useMemo(() => ['sign', link.linkId], [link.linkId]);
  const view = useQuery({
    queryKey: key,
    queryFn: () => takePrefetched('sign', () => link.call(viewSignPage, {})),
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const revision = view.data?.revision;
  const obstacle = view.data?.obstacle;
  const state = useQuery({
    queryKey: [...key, 'state'],
    queryFn: () => link.call(watchSignPage, {}),
    enabled: view.data !== undefined,
    refetchInterval: POLL_MS,
    refetchOnWindowFocus: 'always',
    retry: false,
  });
  /** Fetches the current state. @throws Refused, Unanswered */
  const refresh = useCallback(
    () =>
      queries.fetchQuery({
        queryKey: key,
        queryFn: () => link.call(viewSignPage, {}),
        staleTime: 0,
      }),
    [queries, key, link],
  );
  const { data: seen } = state;
  useEffect(() => {
    if (seen === undefined || revision === undefined) return;
    if (seen.revision > revision || seen.obstacle !== obstacle) refresh().catch(() => undefined);
  }, [seen, revision, obstacle, refresh]);

  const channel = useRef<BroadcastChannel | null>(null);
  const flowId = view.data?.flowId;
  useEffect(() => {
    if (flowId === undefined) return;
    const open = new BroadcastChannel(`flow ${flowId}`);
    open.onmessage = () => void refresh().catch(() => undefined);
    channel.current = open;
    return () => open.close();
  }, [flowId, refresh]);
  /** Makes other windows of this browser refetch. */
  const notifyOtherTabs = useCallback(() => channel.current?.postMessage('changed'), []);
  return { view, refresh, notifyOtherTabs };
}
