import { signWish as operation } from '@cinnabar/api/operations/flows.js';
import { route } from '../../../operation/handler.js';
import { intentsOf, keepIntents, proveActs } from './confirm-intent.js';
import { intendedActs } from './intended-acts.js';

export const signWish = route('member', operation, async (ctx, input) => {
  const acts = await intendedActs(ctx, input);
  const intents = await intentsOf(ctx, await proveActs(ctx, input, acts));
  return ctx.act(async (tx) => {
    await keepIntents(tx, ctx, intents);
    return {};
  });
});
