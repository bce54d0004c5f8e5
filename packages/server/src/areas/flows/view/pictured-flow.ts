import type { FileId, FlowId } from '@cinnabar/api/schemas/flow.js';
import type { Db } from '../../../database/schema.js';
import type { CorpId, UserId } from '../../../operation/context.js';
import { approvesIn } from '../approval/store/approvals.js';
import type { Flow } from '../flow/flow.js';
import { isCopyOf } from '../flow/rules/viewing.js';
import { findFlow, flowOfFile, loadFlow } from '../flow/store/load-flow.js';

/** Person of the link by which pages are requested. */
export interface LinkViewer {
  readonly kind: string;
  /** The enterprise that owns the link. */
  readonly corpId: CorpId;
  readonly userId: UserId;
  readonly flowId: FlowId | null;
  readonly copierId: number | null;
}

/** The flow whose file the person of a link may view; null if it does not concern them. */
export async function picturedFlow(db: Db, linkViewer: LinkViewer, fileId: FileId): Promise<Flow | null> {
  const { corpId, userId, flowId, copierId } = linkViewer;
  if (linkViewer.kind === 'approval') return approvedFlow(db, linkViewer, fileId);
  const flow = flowId === null ? null : await loadFlow(db, corpId, flowId);
  if (flow === null) return null;
  if (linkViewer.kind === 'copy') {
    return copierId !== null && isCopyOf(flow, copierId, userId) ? flow : null;
  }
  const isTheirs = flow.participants.some((participant) => participant.psnId === userId);
  return isTheirs || flow.initiatorId === userId ? flow : null;
}

/** An approver's link covers several approvals; encrypted content is not visible by any of them. */
async function approvedFlow(db: Db, { corpId, userId }: LinkViewer, fileId: FileId): Promise<Flow | null> {
  const viewer = { corpId, userId, personal: 'none', seesNoSecrets: false } as const;
  const flowId = await flowOfFile(db, viewer, fileId);
  if (flowId === null || !(await approvesIn(db, corpId, userId, flowId))) return null;
  const flow = await findFlow(db, viewer, flowId);
  return flow === null || flow.encrypted || flow.deletedAt !== null ? null : flow;
}
