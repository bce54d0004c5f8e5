import { fillComponentList as operation } from '@cinnabar/api/operations/flows.js';
import { route } from '../../../operation/handler.js';
import { seeFlow } from '../flow/access.js';
import { signatureAreaType } from '../flow/flow.js';
import { detailItems } from '../view/detail-items.js';

export const fillComponentList = route('member', operation, async (ctx, input) =>
  detailItems(
    ctx,
    await seeFlow(ctx, input.flowId, 'contents'),
    ({ componentType }) => componentType !== signatureAreaType,
    input,
  ),
);
