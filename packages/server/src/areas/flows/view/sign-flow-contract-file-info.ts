import { signFlowContractFileInfo as operation } from '@cinnabar/api/operations/flows.js';
import { route } from '../../../operation/handler.js';
import { seeFile } from '../flow/access.js';
import { flowFileView } from './flow-file-view.js';

export const signFlowContractFileInfo = route('member', operation, async (ctx, { fileId }) => {
  const { flow, file, sight } = await seeFile(ctx, fileId);
  return flowFileView(ctx.services, flow, file, sight, ctx.now);
});
