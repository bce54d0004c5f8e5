import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { listByMobile as operation } from '@cinnabar/api/operations/flows.js';
import type { MemberContext } from '../../../operation/context.js';
import { viewerOf } from '../view/access.js';
import { listPage } from './list-page.js';

export async function listByMobile(
  ctx: MemberContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const scope = { kind: 'seen', viewer: viewerOf(ctx) } as const;
  return listPage(ctx, scope, input);
}
