import { TimestampError } from '@cinnabar/pki/timestamps/timestamp-error.js';
import { merkleRoot } from '../../../custody/merkle-tree.js';
import type { Db } from '../../../database/schema.js';
import { transact } from '../../../database/transact.js';
import type { Services } from '../../../operation/services.js';
import { earlierRootLeaf, historyLeaf, NO_EARLIER_ROOT } from './rules/evidence-leaves.js';
import {
  insertTree,
  keepTimestamp,
  lockRoots,
  newestRoot,
  rootsWithoutTimestamp,
} from './store/evidence-roots.js';

/**
 * Once a day (UTC), adds every history that has grown to a Merkle tree and has its root timestamped. With that token it
 * can be shown that no history was altered up to then, not even by the service itself. If no authority stamps the root,
 * a later run does.
 */
export async function anchorHistories(
  db: Db,
  { timestamps }: Pick<Services, 'timestamps'>,
  now: Date,
): Promise<void> {
  const day = now.toISOString().slice(0, 10);
  await transact(db, async (tx) => {
    await lockRoots(tx);
    const before = await newestRoot(tx);
    // A clock that was set back does not create a second tree for a day.
    if (before !== null && before.day >= day) return;
    const earlier = before ?? NO_EARLIER_ROOT;
    await insertTree(tx, { number: earlier.number + 1, day, now }, (histories) =>
      Buffer.from(merkleRoot([earlierRootLeaf(earlier), ...histories.map(historyLeaf)])).toString('hex'),
    );
  });
  if (timestamps === null) return;
  for (const { number, root } of await rootsWithoutTimestamp(db)) {
    try {
      // The root is a SHA-256 hash, so it can itself be the message imprint (RFC 3161, 2.4.1).
      await keepTimestamp(db, number, await timestamps.stamp(Buffer.from(root, 'hex'), now));
    } catch (error) {
      if (error instanceof TimestampError) return;
      throw error;
    }
  }
}
