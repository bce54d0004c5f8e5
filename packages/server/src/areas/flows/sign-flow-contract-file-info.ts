import { signFlowContractFileInfo as operation } from '@cinnabar/api/flows.js';
import { route } from '../../handler.js';
import { seeFile } from './access.js';
import { flowFileView } from './views/flow-file-view.js';

export const signFlowContractFileInfo = route('member', operation, async (ctx, { fileId }) => {
  const { flow, file, sight } = await seeFile(ctx, fileId);
  return flowFileView(ctx.services, flow, file, sight, ctx.now);
});
