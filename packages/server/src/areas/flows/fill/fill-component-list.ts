import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { fillComponentList as operation } from '@cinnabar/api/operations/flows.js';
import type { MemberContext } from '../../../operation/context.js';
import { signatureAreaType } from '../flow/flow.js';
import { detailItems } from '../view/detail-items.js';
import { readFlow } from '../view/read-flow.js';

export async function fillComponentList(
  ctx: MemberContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  return detailItems(
    ctx,
    await readFlow(ctx, input.flowId, 'contents'),
    ({ componentType }) => componentType !== signatureAreaType,
    input,
  );
}
