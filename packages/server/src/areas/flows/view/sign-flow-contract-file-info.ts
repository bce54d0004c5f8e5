import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { signFlowContractFileInfo as operation } from '@cinnabar/api/operations/flows.js';
import type { MemberContext } from '../../../operation/context.js';
import { flowFileView } from './flow-file-view.js';
import { readFile } from './read-flow.js';

export async function signFlowContractFileInfo(
  ctx: MemberContext,
  { fileId }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const { flow, file, sight } = await readFile(ctx, fileId);
  return flowFileView(ctx.services, flow, file, sight, ctx.now);
}
