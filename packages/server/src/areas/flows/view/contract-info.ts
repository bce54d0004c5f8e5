import { contractInfo as operation } from '@cinnabar/api/operations/flows.js';
import { route } from '../../../operation/handler.js';
import { seeFlow } from '../flow/access.js';
import { detailItems } from './detail-items.js';

export const contractInfo = route('member', operation, async (ctx, { flowId }) =>
  detailItems(ctx, await seeFlow(ctx, flowId, 'contents'), () => true, {}),
);
