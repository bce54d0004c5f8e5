import { signComponentList as operation } from '@cinnabar/api/flows.js';
import { route } from '../../handler.js';
import { seeFlow } from './access.js';
import { detailItems } from './detail-items.js';
import { signatureAreaType } from './flow.js';

export const signComponentList = route('member', operation, async (ctx, input) =>
  detailItems(
    ctx,
    await seeFlow(ctx, input.flowId, 'contents'),
    ({ componentType }) => componentType === signatureAreaType,
    input,
  ),
);
