import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { sealUsageList as operation } from '@cinnabar/api/operations/seals.js';
import { pageWindow } from '@cinnabar/api/schemas/paging.js';
import type { MemberContext } from '../../operation/context.js';
import { invalidField } from '../../operation/refusal.js';
import { countSealUses, listSealUses } from './use-store.js';

export async function sealUsageList(
  { db, corpId }: MemberContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const { sealId = null, userId = null, basis = null, outcome = null, countLimit = null } = input;
  const { beginTime: begin = null, endTime: end = null } = input;
  if (begin !== null && end !== null && begin > end) {
    throw invalidField('endTime', { zh: '早于 beginTime', en: 'lies before beginTime' });
  }
  const filter = { sealId, userId, basis, outcome, begin, end };
  const limit = countLimit === null ? null : countLimit + 1;
  const [items, count] = await Promise.all([
    listSealUses(db, corpId, filter, pageWindow(input)),
    countSealUses(db, corpId, filter, limit),
  ]);
  return {
    items,
    ...(countLimit === null
      ? { totalCount: count }
      : { totalCount: Math.min(count, countLimit), totalLimited: count > countLimit }),
  };
}
