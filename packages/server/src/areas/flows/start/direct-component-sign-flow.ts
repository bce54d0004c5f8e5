import { directComponentSignFlow as operation } from '@cinnabar/api/operations/flows.js';
import { route } from '../../../operation/handler.js';
import { startDirect } from './start-direct.js';

export const directComponentSignFlow = route('member', operation, (ctx, input) =>
  startDirect(ctx, input, input.components),
);
