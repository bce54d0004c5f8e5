import { startSignFlow as operation } from '@cinnabar/api/operations/flows.js';
import { route } from '../../../operation/handler.js';
import { startedAnswer, startFlow } from './start-flow.js';
import { namedTemplate, startOfTemplate } from './start-of-template.js';
import { tryStart } from './try-start.js';

export const startSignFlow = route('member', operation, async (ctx, input) => {
  const detail = await namedTemplate(ctx, input);
  const request = startOfTemplate(ctx, detail, input);
  if (input.dryRun === true) return tryStart(ctx, async () => request);
  return startFlow(ctx, request, (_tx, started) => startedAnswer(ctx, started));
});
