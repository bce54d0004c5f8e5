import type { Db, Tx } from '../../database/schema.js';
import type { UserId } from '../../operation/context.js';
import type { Words } from '../../operation/refusal.js';
import { type AuditOrigin, recordAct } from '../audit/index.js';
import { waitsForAlone } from '../flows/index.js';
import { endMembership } from '../offboarding/index.js';
import { type Binding, NAMED, reasonsOf, refusalToErase } from './rules.js';
import { bindingsOf, corpsOf } from './store/bindings.js';
import * as store from './store/erase.js';
import { contractsNaming, type KeptContract } from './store/kept.js';

export interface Erasure {
  readonly userId: UserId;
  /** Who asked for it: the person, or the operator with the reason, who is known if they have proven to be there. */
  readonly by: 'themselves' | { readonly reason: string; readonly operator?: UserId | null };
}

export type ErasureOutcome =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'bound'; readonly words: Words }
  | { readonly kind: 'already'; readonly erasedAt: Date }
  | { readonly kind: 'erased'; readonly kept: readonly KeptContract[] };

/** What binds the person, so that their data cannot be erased yet. */
async function findBindings(tx: Db | Tx, userId: UserId, now: Date): Promise<readonly Binding[]> {
  const bindings = [...(await bindingsOf(tx, userId))];
  const alone: string[] = [];
  for (const corpId of await corpsOf(tx, userId)) {
    const approval = await waitsForAlone(tx, corpId, userId, now);
    if (approval !== null && approval.sealName !== null) alone.push(approval.sealName);
  }
  if (alone.length > 0) bindings.push({ kind: 'approval', names: alone.slice(0, NAMED) });
  return bindings;
}

/** What is in the way of an erasure, and which contracts would keep the person's name. */
export async function viewErasure(
  db: Db,
  userId: UserId,
  now: Date,
): Promise<{ readonly reasons: readonly Words[]; readonly kept: readonly KeptContract[] }> {
  return {
    reasons: reasonsOf(await findBindings(db, userId, now)),
    kept: await contractsNaming(db, userId),
  };
}

/**
 * Erases the data of a person in one transaction. Their number stays, because contracts and records refer to it, and
 * leads to nobody. Repeated, it changes nothing.
 */
export async function erasePerson(
  tx: Tx,
  { userId, by }: Erasure,
  origin: AuditOrigin,
): Promise<ErasureOutcome> {
  const { now } = origin;
  const person = await store.lockPerson(tx, userId);
  if (person === null) return { kind: 'unknown' };
  if (person.erasedAt !== null) return { kind: 'already', erasedAt: person.erasedAt };
  const words = refusalToErase(await findBindings(tx, userId, now));
  if (words !== null) return { kind: 'bound', words };
  const kept = await contractsNaming(tx, userId);
  for (const corpId of await corpsOf(tx, userId)) {
    await endMembership(tx, { corpId, userId, by: 'themselves' }, { now });
  }
  await store.eraseIdentity(tx, userId, now);
  await store.eraseAccess(tx, userId);
  await store.eraseMessages(tx, userId, person.mobile);
  await store.eraseDrafts(tx, userId);
  await store.eraseFaceChecks(tx, userId);
  const pictures = await store.erasePersonalSeals(tx, userId);
  const uploads = await store.eraseUploads(tx, userId);
  await store.insertErasedBlobs(tx, [...pictures, ...uploads], now);
  await store.eraseMemberships(tx, userId, person.mobile);
  await store.emptyRecords(tx, userId);
  await recordErasure(tx, { userId, by }, origin);
  await store.eraseAuditedData(tx, userId);
  return { kind: 'erased', kept };
}

/** Its personal data are erased with all others of the person; the reason of the operator names nobody. */
async function recordErasure(tx: Tx, { userId, by }: Erasure, origin: AuditOrigin): Promise<void> {
  const isOwn = by === 'themselves';
  await recordAct(
    tx,
    {
      corpId: null,
      userId: isOwn ? userId : (by.operator ?? null),
      appId: null,
      act: 'person.erase',
      object: { kind: 'person', id: userId },
      ...(isOwn ? {} : { after: { reason: by.reason } }),
    },
    origin,
  );
}
