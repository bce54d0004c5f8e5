import { BatchedLookup } from '../../database/batched-lookup.js';
import type { Db } from '../../database/schema.js';
import type { ActingMember, CorpId, UserId } from '../../operation/context.js';
import { findActingMembers, type MemberKey } from './acting-member-store.js';

type ActingMemberLookup = BatchedLookup<MemberKey, ActingMember | null>;

const lookups = new WeakMap<Db, ActingMemberLookup>();

/**
 * The acting member, if permitted: valid, and not merely invited. Every request needs this, so look-ups are batched.
 */
export function findActingMember(db: Db, corpId: CorpId, userId: UserId): Promise<ActingMember | null> {
  return actingMemberLookup(db).get({ corpId, userId });
}

function actingMemberLookup(db: Db): ActingMemberLookup {
  const known = lookups.get(db);
  if (known !== undefined) return known;
  const lookup: ActingMemberLookup = new BatchedLookup((keys) => findActingMembers(db, keys));
  lookups.set(db, lookup);
  return lookup;
}
