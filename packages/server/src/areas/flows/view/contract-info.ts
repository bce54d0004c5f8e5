import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { contractInfo as operation } from '@cinnabar/api/operations/flows.js';
import type { MemberContext } from '../../../operation/context.js';
import { detailItems } from './detail-items.js';
import { readFlow } from './read-flow.js';

export async function contractInfo(
  ctx: MemberContext,
  { flowId }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  return detailItems(ctx, await readFlow(ctx, flowId, 'contents'), () => true, {});
}
