import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { signWish as operation } from '@cinnabar/api/operations/flows.js';
import type { MemberContext } from '../../../operation/context.js';
import { intentsOf, keepIntents, proveActs } from './confirm-intent.js';
import { intendedActs } from './intended-acts.js';

export async function signWish(
  ctx: MemberContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const acts = await intendedActs(ctx, input);
  const intents = await intentsOf(ctx, await proveActs(ctx, input, acts));
  return ctx.act(async (tx, alone) => {
    await keepIntents(tx, ctx, intents, alone);
    return {};
  });
}
