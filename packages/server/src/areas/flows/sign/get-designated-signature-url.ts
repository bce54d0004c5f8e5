import { getDesignatedSignatureUrl as operation } from '@cinnabar/api/operations/flows.js';
import { route } from '../../../operation/handler.js';
import { issueLink } from '../../links/index.js';
import { directStart } from '../start/start-direct.js';
import { startFlow } from '../start/start-flow.js';

export const getDesignatedSignatureUrl = route('member', operation, async (ctx, input) =>
  startFlow(ctx, await directStart(ctx, input, [], true), (tx, { flow }) =>
    issueLink(tx, ctx.services, {
      kind: 'draft',
      corpId: flow.corpId,
      userId: flow.initiatorId,
      subject: { flowId: flow.flowId },
      returnUrl: input.returnUrl ?? null,
      now: ctx.now,
    }),
  ),
);
