import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { auditRemovalList as operation } from '@cinnabar/api/operations/audit.js';
import { pageWindow } from '@cinnabar/api/schemas/paging.js';
import type { MemberContext } from '../../operation/context.js';
import { countRemovals, listRemovals } from '../retention/index.js';

export async function auditRemovalList(
  { db, corpId }: MemberContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const [removals, totalCount] = await Promise.all([
    listRemovals(db, corpId, pageWindow(input)),
    countRemovals(db, corpId),
  ]);
  return {
    items: removals.map(({ removedAt: time, kind, rows }) => ({ time, kind, rows })),
    totalCount,
  };
}
