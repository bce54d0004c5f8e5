import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { signComponentList as operation } from '@cinnabar/api/operations/flows.js';
import type { MemberContext } from '../../../operation/context.js';
import { FlowStatus, signatureAreaType } from '../flow/flow.js';
import { shownComponents } from '../flow/rules/component-rules.js';
import { detailItems } from '../view/detail-items.js';
import { readFlow } from '../view/read-flow.js';

export async function signComponentList(
  ctx: MemberContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const seen = await readFlow(ctx, input.flowId, 'contents');
  const { status, components } = seen.flow;
  // Values that are still to be filled in decide which areas are shown.
  const isUndecided = status === FlowStatus.draft || status === FlowStatus.fill;
  const shown = new Set(isUndecided ? components : shownComponents(components));
  return detailItems(
    ctx,
    seen,
    (component) => component.componentType === signatureAreaType && shown.has(component),
    input,
  );
}
