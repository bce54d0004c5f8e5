import type { Db } from '../../../database/schema.js';
import type { Services } from '../../../operation/services.js';
import type { Attachment, Flow } from '../flow/flow.js';
import { loadAttachments } from '../flow/store/attachments.js';
import { loadHistory } from '../flow/store/load-history.js';
import { dailyRootOf } from './daily-root.js';
import { openedPreimages } from './gather-evidence.js';

interface ExportedHistory {
  readonly eventHead: string | null;
  readonly events: readonly object[];
  readonly intents: readonly { readonly key: string; readonly preimage: string }[];
  readonly dailyRoot: object | null;
}

/** Everything from which the history of a contract is verified without the service. */
export async function exportedHistory(
  { db, services }: { readonly db: Db; readonly services: Pick<Services, 'envelope'> },
  flow: Flow,
): Promise<{ readonly history: ExportedHistory; readonly attachments: readonly Attachment[] }> {
  const preimages = await openedPreimages(db, services, flow);
  const daily = await dailyRootOf(db, flow);
  const history = {
    eventHead: flow.eventHead,
    events: await loadHistory(db, flow),
    intents: [...preimages].map(([key, preimage]) => ({ key, preimage })),
    dailyRoot:
      daily === null
        ? null
        : {
            ...daily.record,
            token: daily.token === null ? null : Buffer.from(daily.token).toString('base64'),
          },
  };
  return { history, attachments: await loadAttachments(db, flow.corpId, flow.flowId) };
}
