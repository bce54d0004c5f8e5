import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { getPayOpenId as operation } from '@cinnabar/api/operations/payments.js';
import type { TargetContext } from '../../operation/context.js';
import { invalidField, refuse } from '../../operation/refusal.js';
import { PayProviderFailed } from '../../providers/pay/port.js';
import { accountOfChannel } from './account.js';
import { orRefuse } from './open-order.js';
import { needsOpenId, payTypesFor } from './rules/channels.js';
import { findChannel } from './store/channels.js';

/** Any merchant's channel: the payer rarely belongs to the merchant's enterprise. */
export async function getPayOpenId(
  ctx: TargetContext,
  { channelModelId, authCode, source }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const channel = await findChannel(ctx.db, channelModelId);
  if (channel === null || !channel.enabled) throw refuse('404', { zh: '支付渠道', en: 'pay channel' });
  if (!needsOpenId(channel.payType) || !payTypesFor(source.trim()).includes(channel.payType)) {
    throw invalidField('source', { zh: '与支付渠道不符', en: 'does not go with the pay channel' });
  }
  return orRefuse(async () => {
    try {
      const account = await accountOfChannel(ctx, channel);
      return await ctx.services.pay.openId(account, authCode, source.trim());
    } catch (error) {
      if (!(error instanceof PayProviderFailed) || error.failure !== 'AUTH_CODE_INVALID') throw error;
      throw invalidField('authCode', { zh: '无效或已使用', en: 'is not valid, or was used' });
    }
  });
}
