import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { payChannelModify as operation } from '@cinnabar/api/operations/pay-channels.js';
import type { MemberContext } from '../../operation/context.js';
import { refuse } from '../../operation/refusal.js';
import { originOf, recordAct } from '../audit/index.js';
import { orExists } from './pay-channel-add.js';
import { requireKeys } from './require-keys.js';
import { changeChannel, lockChannel, usedChannel } from './store/channels.js';
import { auditedChannel, managedChannelView } from './views.js';

export async function payChannelModify(
  ctx: MemberContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const { corpId, services, now } = ctx;
  return orExists(() =>
    ctx.act(async (tx) => {
      const channel = await lockChannel(tx, corpId, input.channelModelId);
      if (channel === null) throw refuse('404');
      const merchant = {
        payType: channel.payType,
        appId: input.appId?.trim() ?? channel.appId,
        merchantAccount: input.merchantAccount?.trim() ?? channel.merchantAccount,
        merchantType: input.merchantType ?? channel.merchantType,
      };
      const keys = input.keys === undefined ? null : requireKeys(services, merchant, input.keys);
      const { enabled = channel.enabled, feeRate = channel.feeRate } = input;
      await changeChannel(tx, channel, { ...merchant, enabled, feeRate, keys }, now);
      const changed = await usedChannel(tx, channel.channelModelId);
      await recordAct(
        tx,
        {
          corpId,
          userId: ctx.actingMember.userId,
          appId: ctx.appId,
          act: 'payChannel.modify',
          object: { kind: 'payChannel', id: channel.channelModelId },
          before: auditedChannel(channel),
          after: auditedChannel(changed),
        },
        originOf(ctx),
      );
      return managedChannelView(changed);
    }),
  );
}
