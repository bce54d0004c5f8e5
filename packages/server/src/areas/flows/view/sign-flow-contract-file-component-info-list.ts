import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { signFlowContractFileComponentInfoList as operation } from '@cinnabar/api/operations/flows.js';
import type { MemberContext } from '../../../operation/context.js';
import { seeFile } from './access.js';
import { detailItems } from './detail-items.js';

export async function signFlowContractFileComponentInfoList(
  ctx: MemberContext,
  { fileId }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const seen = await seeFile(ctx, fileId);
  const items = await detailItems(ctx, seen, () => true, {});
  return items.filter((item) => item.fileId === fileId);
}
