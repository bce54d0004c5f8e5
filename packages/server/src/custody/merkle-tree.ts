/**
 * Merkle trees as specified by RFC 9162 (2.1): SHA-256, with a prefix byte that distinguishes leaves from inner nodes,
 * so that no node can pass for a leaf. One root covers all leaves; a path of a few hashes proves that one leaf is below
 * it. Pure.
 */
import { createHash, timingSafeEqual } from 'node:crypto';

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/** The hash of a leaf's content. */
export function leafHash(content: Uint8Array): Uint8Array {
  return createHash('sha256').update(LEAF).update(content).digest();
}

function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  return createHash('sha256').update(NODE).update(left).update(right).digest();
}

/** @param leaves hashes of leaves, at least one */
export function merkleRoot(leaves: readonly Uint8Array[]): Uint8Array {
  const [first] = leaves;
  if (first === undefined) throw new RangeError('a tree without leaves');
  if (leaves.length === 1) return first;
  const split = splitOf(leaves.length);
  return nodeHash(merkleRoot(leaves.slice(0, split)), merkleRoot(leaves.slice(split)));
}

/** The sibling hashes from a leaf to the root, starting beside the leaf (RFC 9162, 2.1.3.1). */
export function merklePath(leaves: readonly Uint8Array[], index: number): readonly Uint8Array[] {
  if (!Number.isInteger(index) || index < 0 || index >= leaves.length) throw new RangeError('no such leaf');
  if (leaves.length === 1) return [];
  const split = splitOf(leaves.length);
  return index < split
    ? [...merklePath(leaves.slice(0, split), index), merkleRoot(leaves.slice(split))]
    : [...merklePath(leaves.slice(split), index - split), merkleRoot(leaves.slice(0, split))];
}

/** Whether the leaf at that index of a tree of that size is below the root (RFC 9162, 2.1.3.2). */
export function provesLeaf(
  leaf: Uint8Array,
  place: { readonly index: number; readonly size: number },
  path: readonly Uint8Array[],
  root: Uint8Array,
): boolean {
  const { index, size } = place;
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(size) || index < 0 || index >= size) return false;
  let [at, last] = [index, size - 1];
  let hash = leaf;
  for (const beside of path) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      hash = nodeHash(beside, hash);
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)];
    } else {
      hash = nodeHash(hash, beside);
    }
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return last === 0 && hash.length === root.length && timingSafeEqual(hash, root);
}

/** The largest power of two smaller than the size. */
function splitOf(size: number): number {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
}
