/**
 * Contents of the leaves of a day's tree. The first leaf is the root of the previous tree, so that every root covers
 * all histories up to its day; each of the others is the history of a flow at that time. Anyone can recompute them:
 *
 *     "cinnabar evidence root v1" LF number LF root
 *     "cinnabar flow history v1" LF flowId LF number of events LF head of the chain
 *
 * The very first tree has 0 as the number and 64 zeros as the previous root.
 */
import { leafHash } from '../../../../custody/merkle-tree.js';

export interface EarlierRoot {
  readonly number: number;
  /** Lower-case hexadecimal. */
  readonly root: string;
}

export interface HistoryState {
  readonly flowId: number;
  readonly eventCount: number;
  readonly eventHead: string;
}

export const NO_EARLIER_ROOT: EarlierRoot = Object.freeze({ number: 0, root: '0'.repeat(64) });

export function earlierRootLeaf({ number, root }: EarlierRoot): Uint8Array {
  return leafHash(Buffer.from(`cinnabar evidence root v1\n${number}\n${root}`, 'utf8'));
}

export function historyLeaf({ flowId, eventCount, eventHead }: HistoryState): Uint8Array {
  return leafHash(Buffer.from(`cinnabar flow history v1\n${flowId}\n${eventCount}\n${eventHead}`, 'utf8'));
}
