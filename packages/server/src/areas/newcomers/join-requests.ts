import { joinRequests as operation } from '@cinnabar/api/operations/members.js';
import { pageWindow } from '@cinnabar/api/schemas/paging.js';
import { route } from '../../operation/handler.js';
import { listJoinRequests } from './store.js';

export const joinRequests = route('member', operation, (ctx, input) =>
  listJoinRequests(ctx.db, ctx.corpId, pageWindow(input)),
);
