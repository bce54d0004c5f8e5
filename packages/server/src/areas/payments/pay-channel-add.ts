import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { payChannelAdd as operation } from '@cinnabar/api/operations/pay-channels.js';
import type { Tx } from '../../database/schema.js';
import type { MemberContext } from '../../operation/context.js';
import { refuse } from '../../operation/refusal.js';
import { originOf, recordAct } from '../audit/index.js';
import { requireKeys } from './require-keys.js';
import { addChannel, ChannelExists, usedChannel } from './store/channels.js';
import { auditedChannel, managedChannelView } from './views.js';

export async function payChannelAdd(
  ctx: MemberContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const { corpId, services, now } = ctx;
  const merchant = {
    payType: input.payTypeCode,
    appId: input.appId.trim(),
    merchantAccount: input.merchantAccount.trim(),
    merchantType: input.merchantType ?? 2,
  };
  const keys = requireKeys(services, merchant, input.keys);
  const channel = { ...merchant, merchantId: corpId, keys, feeRate: input.feeRate ?? null, now };
  return orExists(() =>
    ctx.act(async (tx: Tx) => {
      const added = await usedChannel(tx, await addChannel(tx, services.ids, channel));
      await recordAct(
        tx,
        {
          corpId,
          userId: ctx.actingMember.userId,
          appId: ctx.appId,
          act: 'payChannel.create',
          object: { kind: 'payChannel', id: added.channelModelId },
          after: auditedChannel(added),
        },
        originOf(ctx),
      );
      return managedChannelView(added);
    }),
  );
}

/** @throws Refusal 1106 */
export async function orExists<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw error instanceof ChannelExists ? refuse('1106') : error;
  }
}
