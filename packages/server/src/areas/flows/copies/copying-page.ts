import { formatDateTime } from '@cinnabar/api/date-time.js';
import type { CopyPageView } from '@cinnabar/api/pages/copy.js';
import type { FlowId } from '@cinnabar/api/schemas/flow.js';
import type { Db } from '../../../database/schema.js';
import type { CorpId, UserId } from '../../../operation/context.js';
import type { Services } from '../../../operation/services.js';
import { isCopyOf } from '../flow/rules/viewing.js';
import { loadFlow } from '../flow/store/load-flow.js';
import { flowPageView } from '../view/flow-page.js';
import { pageParts } from '../view/page-parts.js';

export interface CopyOf {
  readonly corpId: CorpId;
  readonly flowId: FlowId;
  readonly copierId: number;
  readonly userId: UserId;
}

/** The contract as this copier received it; null if it is not, or no longer, visible to them. */
export async function copyingPage(
  { db, services, now }: { readonly db: Db; readonly services: Services; readonly now: Date },
  { corpId, flowId, copierId, userId }: CopyOf,
): Promise<CopyPageView | null> {
  const flow = await loadFlow(db, corpId, flowId);
  if (flow === null || !isCopyOf(flow, copierId, userId)) return null;
  const { finishTime } = flow;
  const zone = services.config.timeZone;
  return {
    ...flowPageView(services, flow, null, await pageParts(db, flow, zone), now),
    finishTime: finishTime === null ? null : formatDateTime(finishTime, zone),
  };
}
