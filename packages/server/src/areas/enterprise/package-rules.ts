/** Which package a deduction draws on, and which packages have expired. Pure. */
import type { Id } from '@cinnabar/api/schema.js';

export type PackageId = Id<'LedgerPackage'>;

/** Contracts or collections that were bought together and expire together. */
export interface Package {
  readonly packageId: PackageId;
  readonly remaining: number;
  /** Expiry time of the package. */
  readonly expireTime: Date;
  readonly orderCode: string | null;
}

export function hasExpired({ expireTime }: Pick<Package, 'expireTime'>, now: Date): boolean {
  return expireTime <= now;
}

/** A part of a deduction; `packageId` null: drawn on units that never expire. */
export interface Part {
  readonly packageId: PackageId | null;
  readonly count: number;
}

/**
 * Splits a deduction over the packages, earliest expiry first, so that as little as possible is lost. What the packages
 * cannot cover is drawn on units that never expire.
 * @param packages none of which has expired
 */
export function partsOf(packages: readonly Package[], count: number): readonly Part[] {
  const parts: Part[] = [];
  let open = count;
  const byEnd = packages.toSorted(
    (left, right) =>
      left.expireTime.getTime() - right.expireTime.getTime() || left.packageId - right.packageId,
  );
  for (const { packageId, remaining } of byEnd) {
    const taken = Math.min(open, remaining);
    if (taken > 0) parts.push({ packageId, count: taken });
    open -= taken;
  }
  return open > 0 ? [...parts, { packageId: null, count: open }] : parts;
}
