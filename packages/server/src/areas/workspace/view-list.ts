import type { OutputOf } from '@cinnabar/api/operation.js';
import type { viewList as operation } from '@cinnabar/api/operations/workspace.js';
import type { MemberContext } from '../../operation/context.js';
import { findViews } from './view-store.js';

export function viewList({
  db,
  corpId,
  actingMember: { userId },
}: MemberContext): Promise<OutputOf<typeof operation>> {
  return findViews(db, { corpId, userId });
}
