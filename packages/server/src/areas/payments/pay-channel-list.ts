import type { OutputOf } from '@cinnabar/api/operation.js';
import type { payChannelList as operation } from '@cinnabar/api/operations/pay-channels.js';
import type { MemberContext } from '../../operation/context.js';
import { channelsOf } from './store/channels.js';
import { managedChannelView } from './views.js';

export async function payChannelList(ctx: MemberContext): Promise<OutputOf<typeof operation>> {
  return (await channelsOf(ctx.db, ctx.corpId)).map(managedChannelView);
}
