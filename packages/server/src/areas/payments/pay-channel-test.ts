import { randomBytes } from 'node:crypto';
import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { payChannelTest as operation } from '@cinnabar/api/operations/pay-channels.js';
import type { channelProblems } from '@cinnabar/api/schemas/pay-channel.js';
import type { MemberContext } from '../../operation/context.js';
import { refuse } from '../../operation/refusal.js';
import { type PayFailure, PayProviderFailed } from '../../providers/pay/port.js';
import { accountOfChannel } from './account.js';
import type { PayChannel } from './channel.js';
import { findChannel } from './store/channels.js';

const MAX_DETAIL = 500;

const problems: Readonly<Record<PayFailure, (typeof channelProblems)[number]>> = {
  TRANSIENT: 'unreachable',
  REFUSED: 'refused',
  NOT_CONFIGURED: 'notConfigured',
  FORGED: 'forged',
  AUTH_CODE_INVALID: 'refused',
  BALANCE_LOW: 'refused',
};

export async function payChannelTest(
  ctx: MemberContext,
  { channelModelId }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const channel = await findChannel(ctx.db, channelModelId);
  if (channel === null || channel.merchantId !== ctx.corpId) throw refuse('404');
  return tryChannel(ctx, channel);
}

/** Whatever the provider says about an order that nobody made, it has accepted the keys. */
export async function tryChannel(
  ctx: Pick<MemberContext, 'db' | 'services' | 'now'>,
  channel: PayChannel,
): Promise<OutputOf<typeof operation>> {
  const invented = `CNTEST${randomBytes(12).toString('hex')}`;
  try {
    const account = await accountOfChannel(ctx, channel);
    const { state } = await ctx.services.pay.query(account, invented, ctx.now);
    return { works: true, problem: null, detail: `${invented}: ${state}` };
  } catch (error) {
    if (!(error instanceof PayProviderFailed)) throw error;
    return { works: false, problem: problems[error.failure], detail: error.detail.slice(0, MAX_DETAIL) };
  }
}
