import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { joinRequests as operation } from '@cinnabar/api/operations/members.js';
import { pageWindow } from '@cinnabar/api/schemas/paging.js';
import type { MemberContext } from '../../operation/context.js';
import { listJoinRequests } from './store.js';

export function joinRequests(
  ctx: MemberContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  return listJoinRequests(ctx.db, ctx.corpId, pageWindow(input));
}
