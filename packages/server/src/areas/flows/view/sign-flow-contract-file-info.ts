import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { signFlowContractFileInfo as operation } from '@cinnabar/api/operations/flows.js';
import type { MemberContext } from '../../../operation/context.js';
import { seeFile } from './access.js';
import { flowFileView } from './flow-file-view.js';

export async function signFlowContractFileInfo(
  ctx: MemberContext,
  { fileId }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const { flow, file, sight } = await seeFile(ctx, fileId);
  return flowFileView(ctx.services, flow, file, sight, ctx.now);
}
