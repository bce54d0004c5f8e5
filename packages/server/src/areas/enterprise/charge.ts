import type { ErrorReason } from '@cinnabar/api/errors.js';
import type { RecordType } from '@cinnabar/api/schemas/enterprise.js';
import type { RawBuilder } from 'kysely';
import type { Write } from '../../database/gathered-writes.js';
import type { IdSource } from '../../database/ids.js';
import type { Tx } from '../../database/schema.js';
import type { Ledger } from '../../database/tables/enterprise.js';
import { refuseFor } from '../../operation/refusal.js';
import { hasExpired, type Package, type PackageId, partsOf } from './package-rules.js';
import {
  type Account,
  changePackage,
  findPackages,
  insertPackage,
  lockAccount,
  packageOfFlow,
} from './package-store.js';
import {
  balanceMoved,
  explainedBalance,
  type FlowOfEntry,
  insertEntry,
  type Movement,
  moveAndExplain,
  moveBalance,
  movedBalance,
} from './store.js';

export interface Charge extends Account {
  readonly recordType: RecordType;
  /** Negative for a deduction. */
  readonly count: number;
  readonly flow: FlowOfEntry | null;
  readonly orderCode?: string | null;
  readonly remark: string | null;
  readonly now: Date;
}

/** Reason given when a deduction exceeds the balance of the ledger. */
export const EMPTY_LEDGER = {
  contract: 'BALANCE_NOT_ENOUGH',
  collection: 'PAYEE_BALANCE_NOT_ENOUGH',
} as const satisfies Readonly<Record<Ledger, ErrorReason>>;

/**
 * Changes an enterprise's balance and writes the ledger rows that explain it, so that the rows of a ledger always add
 * up to its balance. Deductions draw on the package that expires first; a unit returned for a flow goes back to the
 * package from which it came. The balance stays locked until the transaction ends: charge `contract` before
 * `collection` where both are charged, or two transactions may deadlock.
 *
 * @returns the new balance
 * @throws Refusal BALANCE_NOT_ENOUGH, PAYEE_BALANCE_NOT_ENOUGH if a deduction would make the balance negative; nothing
 * is changed then
 */
export async function charge(tx: Tx, ids: IdSource, given: Charge): Promise<number> {
  const { count, flow } = given;
  if (count < 0) return deduct(tx, ids, given);
  const origin = flow === null ? null : await packageOfFlow(tx, given, flow.signFlowId);
  return origin === null ? post(tx, ids, given, null) : giveBack(tx, ids, given, origin);
}

/**
 * Adds a package with an expiry time. From `expireTime` on nothing can be drawn from it, and its unused units are
 * written off.
 * @param given its count is positive
 * @returns the new balance
 */
export async function addPackage(
  tx: Tx,
  ids: IdSource,
  given: Omit<Charge, 'flow'>,
  expireTime: Date,
): Promise<number> {
  const packageId = await ids.next<'LedgerPackage'>();
  const orderCode = given.orderCode ?? null;
  await insertPackage(tx, given, { packageId, remaining: given.count, expireTime, orderCode }, given.now);
  return post(tx, ids, { ...given, flow: null }, packageId);
}

/** Writes off the unused units of an account's expired packages. */
export async function expirePackages(tx: Tx, ids: IdSource, account: Account, now: Date): Promise<void> {
  if ((await lockAccount(tx, account)) === null) return;
  const packages = await findPackages(tx, account);
  await expire(tx, ids, account, expiredOf(packages, now), now);
}

/**
 * charge as part of a gathered statement, for an account without expiring packages. It is the first change of the
 * statement; unless it is made, nothing else may be.
 */
export interface ChargeAlone {
  /** Moves the balance, if it suffices and the condition holds. */
  readonly moved: (condition: RawBuilder<boolean>) => Write;
  /** Whether it was moved. */
  readonly isMade: RawBuilder<boolean>;
  /** Writes the ledger row. */
  readonly explained: Write;
}

/** @param given a deduction */
export async function chargeAlone(ids: IdSource, given: Charge): Promise<ChargeAlone> {
  const entry = await entryOf(ids, given);
  return {
    moved: (condition) => movedBalance(entry, condition),
    isMade: balanceMoved,
    explained: explainedBalance(entry),
  };
}

async function entryOf(ids: IdSource, given: Charge) {
  const entryId = await ids.next<'LedgerEntry'>();
  return { ...given, entryId, orderCode: given.orderCode ?? null, createdAt: given.now };
}

async function deduct(tx: Tx, ids: IdSource, given: Charge): Promise<number> {
  // Most accounts have no expiring packages; for them this single statement locks, checks and moves the balance.
  const moved = await moveAndExplain(tx, await entryOf(ids, given));
  if (moved !== null) return moved;
  const balance = await lockAccount(tx, given);
  const packages = await findPackages(tx, given);
  const expired = expiredOf(packages, given.now);
  const lost = expired.reduce((sum, { remaining }) => sum + remaining, 0);
  if (balance === null || balance - lost + given.count < 0) throw refuseFor(EMPTY_LEDGER[given.ledger]);
  await expire(tx, ids, given, expired, given.now);
  let left = balance - lost;
  const parts = partsOf(
    packages.filter((each) => !hasExpired(each, given.now)),
    -given.count,
  );
  for (const { packageId, count } of parts) {
    if (packageId !== null) await changePackage(tx, given, packageId, -count);
    left = await post(tx, ids, { ...given, count: -count }, packageId);
  }
  return left;
}

/** A unit returned to a package that has expired meanwhile is written off at once. */
async function giveBack(tx: Tx, ids: IdSource, given: Charge, origin: Package): Promise<number> {
  await lockAccount(tx, given);
  await changePackage(tx, given, origin.packageId, given.count);
  const balance = await post(tx, ids, given, origin.packageId);
  if (!hasExpired(origin, given.now)) return balance;
  await expire(tx, ids, given, [{ ...origin, remaining: given.count }], given.now);
  return balance - given.count;
}

const expiredOf = (packages: readonly Package[], now: Date): readonly Package[] =>
  packages.filter((each) => hasExpired(each, now));

async function expire(
  tx: Tx,
  ids: IdSource,
  { corpId, ledger }: Account,
  packages: readonly Package[],
  now: Date,
): Promise<void> {
  for (const { packageId, remaining, orderCode } of packages) {
    await changePackage(tx, { corpId, ledger }, packageId, -remaining);
    const entry = { corpId, ledger, recordType: 'orderExpire', count: -remaining } as const;
    await post(tx, ids, { ...entry, flow: null, orderCode, remark: null, now }, packageId);
  }
}

/** Writes one ledger row. @param packageId the package that the row belongs to; null if none */
async function post(tx: Tx, ids: IdSource, given: Charge, packageId: PackageId | null): Promise<number> {
  const entryId = await ids.next<'LedgerEntry'>();
  const expiring = packageId === null ? 0 : given.count;
  const moved = await moveBalance(tx, given, { count: given.count, expiring });
  if (moved === null) throw refuseFor(EMPTY_LEDGER[given.ledger]);
  return write(tx, given, entryId, moved, packageId);
}

async function write(
  tx: Tx,
  given: Charge,
  entryId: Parameters<typeof insertEntry>[1]['entryId'],
  { balance, position }: Movement,
  packageId: PackageId | null,
): Promise<number> {
  const { corpId, ledger, recordType, count, flow, remark } = given;
  await insertEntry(tx, {
    corpId,
    ledger,
    position,
    entryId,
    recordType,
    count,
    balance,
    flow,
    orderCode: given.orderCode ?? null,
    remark,
    packageId,
    createdAt: given.now,
  });
  return balance;
}
