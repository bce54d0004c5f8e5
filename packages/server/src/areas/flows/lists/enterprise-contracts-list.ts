import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { enterpriseContractsList as operation } from '@cinnabar/api/operations/flows.js';
import type { MemberContext } from '../../../operation/context.js';
import { openedCorp } from '../../enterprise/index.js';
import { listPage } from './list-page.js';

export async function enterpriseContractsList(
  ctx: MemberContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const scope = { kind: 'enterprise', corpId: await openedCorp(ctx) } as const;
  return listPage(ctx, scope, input);
}
