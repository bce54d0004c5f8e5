import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { getFillUrl as operation } from '@cinnabar/api/operations/flows.js';
import type { MemberContext } from '../../../operation/context.js';
import { requestDutyLink } from '../links/request-duty-link.js';

export function getFillUrl(
  ctx: MemberContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  return requestDutyLink(ctx, input, 'fill');
}
