import { BatchedLookup } from '../../batched-lookup.js';
import type { CorpId, Operator, UserId } from '../../context.js';
import type { Db } from '../../database/schema.js';
import { findOperators, type MemberKey } from './store.js';

type OperatorLookup = BatchedLookup<MemberKey, Operator | null>;

const lookups = new WeakMap<Db, OperatorLookup>();

/** The member who acts, if they may: valid, and not merely invited. Every request asks, so they ask together. */
export function findOperator(db: Db, corpId: CorpId, userId: UserId): Promise<Operator | null> {
  return operatorLookup(db).get({ corpId, userId });
}

function operatorLookup(db: Db): OperatorLookup {
  const known = lookups.get(db);
  if (known !== undefined) return known;
  const lookup: OperatorLookup = new BatchedLookup((keys) => findOperators(db, keys));
  lookups.set(db, lookup);
  return lookup;
}
