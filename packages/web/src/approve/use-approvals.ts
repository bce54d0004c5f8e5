import { listApprovals, viewApproval } from '@cinnabar/api/pages/approval.js';
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useLink } from '../shared/link/link-context.js';

const POLL_MS = 15_000;

/** What waits for the person's consent, and the one that is viewed; both follow what others do. */
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
    // Links to pictures in it are new each time; nothing is drawn again for that.
    structuralSharing: true,
  });
  const refresh = useCallback(
    () => queries.invalidateQueries({ queryKey: ['approvals', link.linkId] }),
    [queries, link.linkId],
  );
  return { list, view, refresh };
}
