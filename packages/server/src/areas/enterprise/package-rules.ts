/** Of which package a unit is taken, and which packages have ended. Pure. */
import type { Id } from '@cinnabar/api/schema.js';

export type PackageId = Id<'LedgerPackage'>;

/** Contracts or collections that were bought together and end together. */
export interface Package {
  readonly packageId: PackageId;
  readonly remaining: number;
  /** From this moment on nothing can be taken of it. */
  readonly expireTime: Date;
  readonly orderCode: string | null;
}

export function hasEnded({ expireTime }: Pick<Package, 'expireTime'>, now: Date): boolean {
  return expireTime <= now;
}

/** A part of a deduction; `packageId` null: of what has no end. */
export interface Part {
  readonly packageId: PackageId | null;
  readonly count: number;
}

/**
 * What a deduction takes, the earliest end first, so that as little as possible is lost. What the packages do not have
 * comes from what has no end.
 * @param packages none of which has ended
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
