import type { SignPageOpened, SignPageOther } from '@cinnabar/api/pages/sign.js';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { Wire } from '../api/wire.js';
import { useLink } from '../link/link-context.js';

export type Other = Wire<SignPageOther>;

/** What else waits for the same person and party, and the way there. */
export function useOthers(isWanted: boolean) {
  const link = useLink();
  const others = useQuery({
    queryKey: ['sign others', link.linkId],
    queryFn: () => link.ask<readonly SignPageOther[]>('/pages/sign/others'),
    enabled: isWanted,
    staleTime: 0,
  });
  const opening = useMutation({
    mutationFn: ({ flowId, participantId }: Other) =>
      link.ask<SignPageOpened>('/pages/sign/openOther', { flowId, participantId }),
    onSuccess: ({ address }) => location.assign(address),
  });
  return { others: others.data ?? [], open: opening.mutate, isOpening: opening.isPending };
}
