import { signWish as operation } from '@cinnabar/api/flows.js';
import { route } from '../../handler.js';
import { type SeenFlow, seeAsParticipant } from './access.js';
import { checkProof, keepIntents, namedFlows, refuseUnlessSignable } from './confirm-intent.js';

export const signWish = route('operator', operation, async (ctx, input) => {
  const seen: SeenFlow[] = [];
  for (const flowId of namedFlows(input.flowId, input.flowIds))
    seen.push(await seeAsParticipant(ctx, flowId));
  for (const each of seen) refuseUnlessSignable(each, ctx.now);
  await checkProof(ctx, input, seen);
  return ctx.act(async (tx) => {
    await keepIntents(tx, ctx, seen, input.authType);
    return {};
  });
});
