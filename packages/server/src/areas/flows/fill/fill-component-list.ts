import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { fillComponentList as operation } from '@cinnabar/api/operations/flows.js';
import type { MemberContext } from '../../../operation/context.js';
import { signatureAreaType } from '../flow/flow.js';
import { seeFlow } from '../view/access.js';
import { detailItems } from '../view/detail-items.js';

export async function fillComponentList(
  ctx: MemberContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  return detailItems(
    ctx,
    await seeFlow(ctx, input.flowId, 'contents'),
    ({ componentType }) => componentType !== signatureAreaType,
    input,
  );
}
