import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { directComponentSignFlow as operation } from '@cinnabar/api/operations/flows.js';
import type { MemberContext } from '../../../operation/context.js';
import { startDirect } from './start-direct.js';

export function directComponentSignFlow(
  ctx: MemberContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  return startDirect(ctx, input, input.components);
}
