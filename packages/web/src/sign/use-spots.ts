import { suggestedPlaces } from '@cinnabar/api/pages/sign.js';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { DocumentPoint } from '../shared/document/document-handle.js';
import { useLink } from '../shared/link/link-context.js';
import type { View } from './marks.js';

/** Where the text of a contract asks for a signature. @param view null if its areas are given */
export function useSpots(view: View | null, found: (spots: readonly DocumentPoint[]) => void): void {
  const link = useLink();
  const { data } = useQuery({
    queryKey: ['sign places', link.linkId, view?.shown],
    queryFn: () => link.call(suggestedPlaces, {}),
    enabled: view !== null,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  useEffect(() => {
    if (data !== undefined) found(data);
  }, [data, found]);
}
