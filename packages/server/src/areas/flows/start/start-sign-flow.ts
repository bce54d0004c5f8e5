import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { startSignFlow as operation } from '@cinnabar/api/operations/flows.js';
import type { MemberContext } from '../../../operation/context.js';
import { startedAnswer, startFlow } from './start-flow.js';
import { namedTemplate, startOfTemplate } from './start-of-template.js';
import { tryStart } from './try-start.js';

export async function startSignFlow(
  ctx: MemberContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const detail = await namedTemplate(ctx, input);
  const request = startOfTemplate(ctx, detail, input);
  if (input.dryRun === true) return tryStart(ctx, async () => request);
  return startFlow(ctx, request, (_tx, started) => startedAnswer(ctx, started));
}
