import type { FileId, FlowId } from '@cinnabar/api/schemas/flow.js';
import type { Db } from '../../../database/schema.js';
import type { CorpId, UserId } from '../../../operation/context.js';
import { approvesIn } from '../approve/store/approvals.js';
import type { Flow } from '../flow/flow.js';
import { isCopyOf } from '../flow/rules/viewing.js';
import { findFlow, flowOfFile, loadFlow } from '../flow/store/load-flow.js';

/** Whose link it is that pages are examined by. */
export interface LinkViewer {
  readonly kind: string;
  /** The enterprise that the link belongs to. */
  readonly corpId: CorpId;
  readonly userId: UserId;
  readonly flowId: FlowId | null;
  readonly copierId: number | null;
}

/** The flow whose file the person of a link may look at; null where it is none of theirs. */
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

/** An approver goes from one request to the next by one link; what is encrypted they do not see by any. */
async function approvedFlow(db: Db, { corpId, userId }: LinkViewer, fileId: FileId): Promise<Flow | null> {
  const viewer = { corpId, userId, personal: 'none', seesNoSecrets: false } as const;
  const flowId = await flowOfFile(db, viewer, fileId);
  if (flowId === null || !(await approvesIn(db, corpId, userId, flowId))) return null;
  const flow = await findFlow(db, viewer, flowId);
  return flow === null || flow.encrypted || flow.deletedAt !== null ? null : flow;
}
