import { listApprovals, viewApproval } from '@cinnabar/api/pages/approval.js';
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useLink } from '../shared/link/link-context.js';

const POLL_MS = 15_000;

/** The person's pending approvals and the open one, refetched to reflect other people's decisions. */
export function useApprovals(current: number | null) {
  const link = useLink();
  const queries = useQueryClient();
  const list = useQuery({
    queryKey: ['approvals', link.linkId, 'list'],
    queryFn: () => link.call(listApprovals, {}),
    refetchInterval: POLL_MS,
  });
  const view = useQuery({
    queryKey: ['approvals', link.linkId, current],
    queryFn: current === null ? skipToken : () => link.call(viewApproval, { approvalId: current }),
    refetchInterval: POLL_MS,
    // Image URLs in the data are signed anew each time; structural sharing avoids rendering for that alone.
    structuralSharing: true,
  });
  const refresh = useCallback(
    () => queries.invalidateQueries({ queryKey: ['approvals', link.linkId] }),
    [queries, link.linkId],
  );
  return { list, view, refresh };
}
