import { signFlowContractFileComponentInfoList as operation } from '@cinnabar/api/operations/flows.js';
import { route } from '../../../operation/handler.js';
import { seeFile } from '../flow/access.js';
import { detailItems } from './detail-items.js';

export const signFlowContractFileComponentInfoList = route('member', operation, async (ctx, { fileId }) => {
  const seen = await seeFile(ctx, fileId);
  const items = await detailItems(ctx, seen, () => true, {});
  return items.filter((item) => item.fileId === fileId);
});
