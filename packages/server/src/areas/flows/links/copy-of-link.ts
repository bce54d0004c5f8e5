import type { FlowId } from '@cinnabar/api/schemas/flow.js';
import type { Db } from '../../../database/schema.js';
import type { CorpId, UserId } from '../../../operation/context.js';
import { isCopyOf } from '../flow/rules/viewing.js';
import { loadFlow } from '../flow/store/load-flow.js';

/** The flow that a link shows to somebody who got a copy; null where there is none. A secret one hides its title. */
export async function copyOfLink(
  db: Db,
  corpId: CorpId,
  flowId: FlowId,
  copierId: number,
  userId: UserId,
): Promise<{ readonly title: string | null } | null> {
  const flow = await loadFlow(db, corpId, flowId);
  if (flow === null || !isCopyOf(flow, copierId, userId)) return null;
  return { title: flow.encrypted || flow.confidential ? null : flow.title };
}
