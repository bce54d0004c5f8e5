import { FlowQuery } from '@cinnabar/api/enums.js';
import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { contractExport as operation } from '@cinnabar/api/operations/flows.js';
import type { MemberContext } from '../../../operation/context.js';
import { viewerOf } from '../view/access.js';
import { exportFlows } from './export-flows.js';
import { readFilters } from './flow-filters.js';

export function contractExport(
  ctx: MemberContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const scope = {
    kind: 'own',
    viewer: viewerOf(ctx),
    docQueryType: input.docQueryType ?? FlowQuery.all,
  } as const;
  return exportFlows(ctx, scope, readFilters(input, ctx.now));
}
