import { merklePath } from '../../../custody/merkle-tree.js';
import type { Db } from '../../../database/schema.js';
import type { CorpId } from '../../../operation/context.js';
import type { Flow } from '../flow/flow.js';
import type { DailyRootRecord } from './evidence-record.js';
import { earlierRootLeaf, historyLeaf, NO_EARLIER_ROOT } from './rules/evidence-leaves.js';
import { findRoot, leavesOf, newestTreeOf } from './store/evidence-roots.js';

export interface DailyRoot {
  readonly record: DailyRootRecord;
  /** Timestamp token over the root, DER. */
  readonly token: Uint8Array | null;
}

/** The newest daily root that covers this flow's history, with the Merkle path to it; null if there is none yet. */
export async function dailyRootOf(
  db: Db,
  { corpId, flowId }: Pick<Flow, 'flowId'> & { readonly corpId: CorpId },
): Promise<DailyRoot | null> {
  const place = await newestTreeOf(db, corpId, flowId);
  if (place === null) return null;
  const { number, position } = place;
  const root = await findRoot(db, number);
  const histories = await leavesOf(db, number);
  const history = histories[position - 1];
  if (root === null || history === undefined) return null;
  const earlier = number === 1 ? NO_EARLIER_ROOT : await findRoot(db, number - 1);
  if (earlier === null) return null;
  const path = merklePath([earlierRootLeaf(earlier), ...histories.map(historyLeaf)], position);
  const { timestampTime, timestampAuthority } = root;
  return {
    record: {
      number,
      day: root.day,
      root: root.root,
      eventCount: history.eventCount,
      eventHead: history.eventHead,
      index: position,
      size: root.leaves,
      path: path.map((hash) => Buffer.from(hash).toString('hex')),
      timestamp:
        timestampTime === null || timestampAuthority === null
          ? null
          : { time: timestampTime.toISOString(), authority: timestampAuthority },
    },
    token: root.token,
  };
}
