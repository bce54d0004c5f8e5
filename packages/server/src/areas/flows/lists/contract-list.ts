import { FlowQuery } from '@cinnabar/api/enums.js';
import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { contractList as operation } from '@cinnabar/api/operations/flows.js';
import type { MemberContext } from '../../../operation/context.js';
import { viewerOf } from '../view/access.js';
import { listPage } from './list-page.js';

export async function contractList(
  ctx: MemberContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const scope = {
    kind: 'own',
    viewer: viewerOf(ctx),
    docQueryType: input.docQueryType ?? FlowQuery.all,
  } as const;
  return listPage(ctx, scope, input);
}
