import type { Tx } from '../../../../database/schema.js';
import type { Flow } from '../../flow/flow.js';
import { ARCHIVE_GRACE_MS } from '../../flow/rules/effects.js';

/** The files of a completed flow are due once the grace period has passed. */
export async function expectArchives(tx: Tx, flow: Flow, now: Date): Promise<void> {
  await tx
    .insertInto('flow_archives')
    .values(
      flow.files.map(({ fileId }) => ({
        corp_id: flow.corpId,
        flow_id: flow.flowId,
        file_id: fileId,
        level: 'B-B' as const,
        due_at: new Date(now.getTime() + ARCHIVE_GRACE_MS),
      })),
    )
    .execute();
}
