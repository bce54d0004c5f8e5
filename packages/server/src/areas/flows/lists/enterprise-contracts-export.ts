import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { enterpriseContractsExport as operation } from '@cinnabar/api/operations/flows.js';
import type { MemberContext } from '../../../operation/context.js';
import { openedCorp } from '../../enterprise/index.js';
import { exportFlows } from './export-flows.js';
import { readFilters } from './flow-filters.js';

export async function enterpriseContractsExport(
  ctx: MemberContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const scope = { kind: 'enterprise', corpId: await openedCorp(ctx) } as const;
  return exportFlows(ctx, scope, readFilters(input, ctx.now));
}
