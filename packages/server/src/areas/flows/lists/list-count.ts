import { FlowQuery } from '@cinnabar/api/enums.js';
import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { listCount as operation } from '@cinnabar/api/operations/flows.js';
import type { MemberContext } from '../../../operation/context.js';
import { viewerOf } from '../view/access.js';
import { readFilters } from './flow-filters.js';
import { countInbox } from './store/count-inbox.js';

export function listCount(
  ctx: MemberContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const scope = {
    kind: 'own',
    viewer: viewerOf(ctx),
    docQueryType: input.docQueryType ?? FlowQuery.all,
  } as const;
  return countInbox(ctx.db, scope, readFilters(input, ctx.now));
}
