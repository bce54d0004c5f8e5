import type { InputOf } from '@cinnabar/api/operation.js';
import { addSealAuthor, getSealAuthorList } from '@cinnabar/api/operations/seals.js';
import type { SealId } from '@cinnabar/api/schemas/seal.js';
import type { RunningApp } from '../support/app.js';
import type { Wire } from '../support/client.js';
import type { Enterprise, Person } from '../support/given-enterprise.js';

export type Terms = Partial<Wire<InputOf<typeof addSealAuthor>>>;

export type Authorisations = ReturnType<typeof authorisationsOf>;

/** Acts of the enterprise's owner on the authorisations of a seal. */
export function authorisationsOf({ owner: { client } }: Enterprise, sealId: SealId) {
  /** Use of the seal in all contracts, unless specified otherwise. */
  const forEverything = (userIds: readonly Person['userId'][], terms: Terms = {}) => ({
    sealId,
    authorMemberRange: 1 as const,
    userIdList: userIds.map((userId) => ({ userId })),
    authorRole: 'SEAL_USER' as const,
    authorRange: 0 as const,
    ...terms,
  });
  return {
    forEverything,
    authorise: ({ userId }: Person, terms: Terms = {}) =>
      client.data(addSealAuthor, forEverything([userId], terms)),
    /** The code of the response. */
    attempt: async ({ userId }: Person, terms: Terms = {}): Promise<string> =>
      (await client.call(addSealAuthor, forEverything([userId], terms))).envelope.code,
    records: () => client.data(getSealAuthorList, { sealId }),
  };
}

/** By the service's clock. */
export const inSeconds = (running: RunningApp, seconds: number): string =>
  new Date(running.app.services.clock.now().getTime() + seconds * 1000).toISOString();
