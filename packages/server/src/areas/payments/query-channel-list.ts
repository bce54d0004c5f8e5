import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { queryChannelList as operation } from '@cinnabar/api/operations/payments.js';
import type { MemberContext } from '../../operation/context.js';
import { type Flow, ownParticipants, type Viewer } from '../flows/index.js';
import { seePayableFlow } from './access.js';
import { PLATFORM } from './channel.js';
import { payTypesFor } from './rules/channels.js';
import { feeBearers, refusalToBearFee } from './rules/paying.js';
import { channelsFor } from './store/channels.js';
import { channelView } from './views.js';

/** Followed by the platform's own channels if the person may pay the fee of the contract. */
export async function queryChannelList(
  ctx: MemberContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const { flow, viewer } = await seePayableFlow(ctx, input.flowId);
  const payTypes = payTypesFor(input.source.trim());
  const own = await channelsFor(ctx.db, flow.corpId, payTypes);
  const platforms = owesFee(flow, viewer, ctx.now) ? await channelsFor(ctx.db, PLATFORM, payTypes) : [];
  return [...own, ...platforms].map(channelView);
}

function owesFee(flow: Flow, viewer: Viewer, now: Date): boolean {
  if (flow.feePaid || refusalToBearFee(flow, now) !== null) return false;
  return feeBearers(flow, ownParticipants(flow, viewer)).some(({ type }) => type === 'person');
}
