import { getSealAuthorList, type getSealInfo, getSealListByPage } from '@cinnabar/api/operations/seals.js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { BodyOf, DataOf } from '../api/wire.js';
import { useLink } from '../shared/link/link-context.js';

export type Seal = DataOf<typeof getSealListByPage>[number];
export type Authorisation = DataOf<typeof getSealAuthorList>[number];
export type SealId = BodyOf<typeof getSealInfo>['sealId'];

/** Page size limit of the interface; an enterprise has only a few seals. */
const ALL = 1000;

export function useSeals() {
  const link = useLink();
  return useQuery({
    queryKey: ['seals', link.linkId, 'list'],
    queryFn: () => link.call(getSealListByPage, { listPageNo: 1, listPageSize: ALL }),
  });
}

export function useAuthorisations(sealId: SealId) {
  const link = useLink();
  return useQuery({
    queryKey: ['seals', link.linkId, 'authorisations', sealId],
    queryFn: () =>
      link.call(getSealAuthorList, {
        sealId,
        listPageNo: 1,
        listPageSize: ALL,
      }),
  });
}

/** Refetches everything about seals after a change. */
export function useSealsChanged(): () => Promise<void> {
  const queries = useQueryClient();
  const link = useLink();
  return useCallback(
    () => queries.invalidateQueries({ queryKey: ['seals', link.linkId] }),
    [queries, link.linkId],
  );
}
