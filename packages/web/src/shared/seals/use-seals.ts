import { getSealAuthorList, type getSealInfo, getSealListByPage } from '@cinnabar/api/operations/seals.js';
import { useQuery } from '@tanstack/react-query';
import type { BodyOf, DataOf } from '../../api/wire.js';
import { useSealDoor } from './seal-door.js';

export type Seal = DataOf<typeof getSealListByPage>[number];
export type SealId = BodyOf<typeof getSealInfo>['sealId'];

/** Page size limit of the interface; an enterprise has only a few seals. */
const ALL = 1000;

export function useSeals() {
  const door = useSealDoor();
  return useQuery({
    queryKey: [...door.scope, 'list'],
    queryFn: () => door.call(getSealListByPage, { listPageNo: 1, listPageSize: ALL }),
  });
}

export function useAuthorisations(sealId: SealId) {
  const door = useSealDoor();
  return useQuery({
    queryKey: [...door.scope, 'authorisations', sealId],
    queryFn: () =>
      door.call(getSealAuthorList, {
        sealId,
        listPageNo: 1,
        listPageSize: ALL,
      }),
  });
}

/** Refetches everything about seals after a change. */
export function useSealsChanged(): () => Promise<void> {
  return useSealDoor().changed;
}
