import { getDesignatedSignatureUrl as operation } from '@cinnabar/api/flows.js';
import { route } from '../../handler.js';
import { issueLink } from '../links/index.js';
import { startDirect } from './start-direct.js';

export const getDesignatedSignatureUrl = route('operator', operation, (ctx, input) =>
  startDirect(ctx, input, [], true, (tx, { flow }) =>
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
