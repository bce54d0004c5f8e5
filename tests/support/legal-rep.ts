import { encryptLegalRepIdentNo, setIdentity } from '@cinnabar/server/areas/enterprise/index.js';
import { personIdentity } from '@cinnabar/server/areas/members/index.js';
import { transact } from '@cinnabar/server/database/transact.js';
import type { CorpId, UserId } from '@cinnabar/server/operation/context.js';
import type { RunningApp } from './app.js';

/** The operator records a person as the legal representative of an enterprise. */
export async function recordAsLegalRep(
  { app: { database, services } }: RunningApp,
  corpId: CorpId,
  { userId }: { readonly userId: UserId },
): Promise<void> {
  const identity = await personIdentity({ db: database.db, services }, userId);
  if (identity === null) throw new Error(`user ${userId} is not verified`);
  const { realName: name, identNum } = identity;
  const legalRep = { name, identNo: await encryptLegalRepIdentNo(services, corpId, identNum) };
  const now = services.clock.now();
  const change = { corpId, legalRep, reason: 'extract of the register, 2026-11', now };
  const corp = await transact(database.db, (tx) => setIdentity(tx, services.ids, change));
  if (typeof corp === 'string') throw new Error(corp);
}
