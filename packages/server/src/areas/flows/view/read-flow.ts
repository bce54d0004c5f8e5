/** Reading a flow: like access.ts, and recorded in the audit where the right to the enterprise's contracts is the only reason. */
import type { FileId, FlowId } from '@cinnabar/api/schemas/flow.js';
import type { MemberContext } from '../../../operation/context.js';
import { refuse } from '../../../operation/refusal.js';
import { originOf, recordOnce } from '../../audit/index.js';
import { approvesIn } from '../approval/store/approvals.js';
import type { FlowFile } from '../flow/flow.js';
import { seesByRightAlone } from '../flow/rules/viewing.js';
import { flowOfFile } from '../flow/store/load-flow.js';
import { type SeenFlow, seeFlow, viewerOf } from './access.js';

/** Like seeFlow, for operations that show the flow. */
export async function readFlow(
  ctx: MemberContext,
  flowId: FlowId,
  need: 'list' | 'contents' = 'list',
): Promise<SeenFlow> {
  const seen = await seeFlow(ctx, flowId, need);
  await recordIfByRight(ctx, seen);
  return seen;
}

/** A flow with one of its files. */
interface SeenFile extends SeenFlow {
  readonly file: FlowFile;
}

/** A file and its flow, if the acting member may see its content. Throws like seeFlow. */
export async function readFile(ctx: MemberContext, fileId: FileId): Promise<SeenFile> {
  const flowId = await flowOfFile(ctx.db, viewerOf(ctx), fileId);
  if (flowId === null) throw refuse('404');
  const seen = await readFlow(ctx, flowId, 'contents');
  const file = seen.flow.files.find((each) => each.fileId === fileId);
  if (file === undefined) throw refuse('404');
  return { ...seen, file };
}

/** Whoever approves an act in the flow sees it for that, and copiers by their link: neither needs the right. */
async function recordIfByRight(ctx: MemberContext, { flow, viewer }: SeenFlow): Promise<void> {
  if ((ctx.link?.copierId ?? null) !== null || !seesByRightAlone(flow, viewer)) return;
  const { corpId, userId } = viewer;
  if (await approvesIn(ctx.db, corpId, userId, flow.flowId)) return;
  const object = { kind: 'contract', id: flow.flowId } as const;
  const act = { corpId, userId, appId: ctx.appId, act: 'contract.read', object } as const;
  await recordOnce(ctx.db, act, originOf(ctx));
}
