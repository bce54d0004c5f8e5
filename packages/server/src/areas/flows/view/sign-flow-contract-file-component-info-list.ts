import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { signFlowContractFileComponentInfoList as operation } from '@cinnabar/api/operations/flows.js';
import type { MemberContext } from '../../../operation/context.js';
import { detailItems } from './detail-items.js';
import { readFile } from './read-flow.js';

export async function signFlowContractFileComponentInfoList(
  ctx: MemberContext,
  { fileId }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const seen = await readFile(ctx, fileId);
  const items = await detailItems(ctx, seen, () => true, {});
  return items.filter((item) => item.fileId === fileId);
}
