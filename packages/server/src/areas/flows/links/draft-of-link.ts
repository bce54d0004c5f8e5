import type { FlowId } from '@cinnabar/api/schemas/flow.js';
import type { Db } from '../../../database/schema.js';
import type { CorpId, UserId } from '../../../operation/context.js';
import { FlowStatus } from '../flow/flow.js';
import { loadFlow } from '../flow/store/load-flow.js';

/** The draft that a link is for; null once it was sent, deleted or revoked. A secret one does not say its title. */
export async function draftOfLink(
  db: Db,
  corpId: CorpId,
  flowId: FlowId,
  userId: UserId,
): Promise<{ readonly title: string | null } | null> {
  const flow = await loadFlow(db, corpId, flowId);
  if (flow === null || flow.status !== FlowStatus.draft) return null;
  if (flow.initiatorId !== userId || flow.deletedAt !== null) return null;
  return { title: flow.encrypted || flow.confidential ? null : flow.title };
}
