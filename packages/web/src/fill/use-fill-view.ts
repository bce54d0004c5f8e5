import { viewFillPage, watchFillPage } from '@cinnabar/api/pages/fill.js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useLink } from '../shared/link/link-context.js';

const POLL_MS = 15_000;

/** Data of the page, fetched again whenever the flow has changed. */
export function useFillView() {
  const link = useLink();
  const queries = useQueryClient();
  const key = useMemo(() => ['fill', link.linkId], [link.linkId]);
  const view = useQuery({
    queryKey: key,
    queryFn: () => link.call(viewFillPage, {}),
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { data: shown } = view;
  const { data: seen } = useQuery({
    queryKey: [...key, 'state'],
    queryFn: () => link.call(watchFillPage, {}),
    enabled: shown !== undefined,
    refetchInterval: POLL_MS,
    refetchOnWindowFocus: 'always',
    retry: false,
  });
  const refresh = useCallback(async () => {
    await queries.invalidateQueries({ queryKey: key, exact: true });
    return queries.getQueryData<typeof shown>(key);
  }, [queries, key]);
  useEffect(() => {
    if (seen === undefined || shown === undefined) return;
    if (seen.revision > shown.revision || seen.obstacle !== shown.obstacle) void refresh();
  }, [seen, shown, refresh]);

  const channel = useRef<BroadcastChannel | null>(null);
  const flowId = shown?.flowId;
  useEffect(() => {
    if (flowId === undefined) return;
    const open = new BroadcastChannel(`flow ${flowId}`);
    open.onmessage = () => void refresh();
    channel.current = open;
    return () => open.close();
  }, [flowId, refresh]);
  /** Makes other windows of this browser refetch. */
  const notifyOtherTabs = useCallback(() => channel.current?.postMessage('changed'), []);
  return { view, refresh, notifyOtherTabs };
}
