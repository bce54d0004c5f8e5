import type { OutputOf } from '@cinnabar/api/operation.js';
import type { applicationList } from '@cinnabar/api/operations/applications.js';
import { maskAddress } from '../../custody/masking.js';
import type { Db, Tx } from '../../database/schema.js';
import type { CorpId } from '../../operation/context.js';
import { refuse } from '../../operation/refusal.js';
import { findListed, type ListedApplication } from './list-applications.js';
import { addressAllowed } from './rules.js';

export type ApplicationView = OutputOf<typeof applicationList>['items'][number];

export function applicationView(application: ListedApplication, now: Date): ApplicationView {
  const { previousSecretUntil, lastAddress, allowList } = application;
  return {
    ...application,
    previousSecretUntil:
      previousSecretUntil !== null && previousSecretUntil > now ? previousSecretUntil : null,
    lastAddress: maskAddress(lastAddress ?? ''),
    lastAddressAllowed: lastAddress === null ? null : addressAllowed(lastAddress, allowList),
  };
}

/** @throws Refusal 404 if the enterprise has no such application */
export async function requireApplication(
  db: Db | Tx,
  corpId: CorpId,
  appId: string,
): Promise<ListedApplication> {
  const application = await findListed(db, corpId, appId);
  if (application === null) throw refuse('404');
  return application;
}
