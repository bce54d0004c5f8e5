import { insertRows, type Write } from '../../../../database/gathered-writes.js';
import type { Flow } from '../../flow/flow.js';
import { ARCHIVE_GRACE_MS } from '../../flow/rules/effects.js';

/** The files of a completed flow are due once the grace period has passed. */
export function expectedArchives(flow: Flow, now: Date): readonly Write[] {
  return insertRows(
    'flow_archives',
    flow.files.map(({ fileId }) => ({
      corp_id: flow.corpId,
      flow_id: flow.flowId,
      file_id: fileId,
      level: 'B-B' as const,
      due_at: new Date(now.getTime() + ARCHIVE_GRACE_MS),
    })),
  );
}
