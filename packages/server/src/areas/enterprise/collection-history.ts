import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { collectionHistory as operation } from '@cinnabar/api/operations/enterprise.js';
import type { MemberContext } from '../../operation/context.js';
import { historyOf } from './query-account-history-list.js';

export function collectionHistory(
  ctx: MemberContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  return historyOf(ctx, 'collection', input);
}
