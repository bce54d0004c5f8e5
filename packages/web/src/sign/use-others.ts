import type { SignPageOther } from '@cinnabar/api/pages/sign.js';
import { openOtherContract, otherContractsToSign } from '@cinnabar/api/pages/sign.js';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { Wire } from '../api/wire.js';
import { useLink } from '../shared/link/link-context.js';
import { type Prepared, preparedIn } from './draft.js';

export type Listed = Wire<SignPageOther>;

/** Another contract that the person has opened and placed all marks on. */
export interface Other extends Listed {
  readonly prepared: Prepared;
}

/** Long enough for the sheet to show what the desk has asked for. */
export const OTHERS_KEPT_MS = 30_000;

/** Other contracts that await the same person and party. */
export function useOthers(isWanted: boolean, staleTime = 0) {
  const link = useLink();
  const others = useQuery({
    queryKey: ['sign others', link.linkId],
    queryFn: () => link.call(otherContractsToSign, {}),
    enabled: isWanted,
    staleTime,
  });
  const opening = useMutation({
    mutationFn: ({ flowId, participantId }: Listed) =>
      link.call(openOtherContract, { flowId, participantId }),
    onSuccess: ({ address }) => location.assign(address),
  });
  const listed = others.data ?? [];
  const ready = listed.flatMap((other): readonly Other[] => {
    const prepared = preparedIn(other.draft);
    return prepared === null ? [] : [{ ...other, prepared }];
  });
  return {
    others: listed,
    isKnown: others.data !== undefined,
    ready,
    open: opening.mutate,
    isOpening: opening.isPending,
  };
}
