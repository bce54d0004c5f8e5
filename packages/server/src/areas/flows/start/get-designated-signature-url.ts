import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { getDesignatedSignatureUrl as operation } from '@cinnabar/api/operations/flows.js';
import type { MemberContext } from '../../../operation/context.js';
import { issueLink } from '../../links/index.js';
import { directStart } from './start-direct.js';
import { startFlow } from './start-flow.js';

export async function getDesignatedSignatureUrl(
  ctx: MemberContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  return startFlow(ctx, await directStart(ctx, input, [], true), (tx, { flow }) =>
    issueLink(tx, ctx.services, {
      kind: 'draft',
      corpId: flow.corpId,
      userId: flow.initiatorId,
      subject: { flowId: flow.flowId },
      returnUrl: input.returnUrl ?? null,
      now: ctx.now,
    }),
  );
}
