import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { reversePayContractFee as operation } from '@cinnabar/api/operations/payments.js';
import type { CorpId, MemberContext } from '../../operation/context.js';
import { invalidField, refuse, refuseFor } from '../../operation/refusal.js';
import { charge } from '../enterprise/index.js';
import {
  actorDetail,
  actorOf,
  commitFlow,
  type Flow,
  flowOfEntry,
  insertFee,
  type Participant,
  seeFlow,
  titleInNotice,
  withRevision,
} from '../flows/index.js';
import { type PayChannel, PLATFORM } from './channel.js';
import { openOrder, requireOpenId } from './open-order.js';
import { needsOpenId, payTypesFor } from './rules/channels.js';
import { feeBearers, refusalToBearFee } from './rules/paying.js';
import { closeFeeOrders } from './settle-order.js';
import { channelsFor, findChannel } from './store/channels.js';
import { payUrlView } from './views.js';

type Input = InputOf<typeof operation>;

export async function reversePayContractFee(
  ctx: MemberContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  return withRevision(async () => {
    const { flow, own } = await seeFlow(ctx, input.flowId);
    const bearer = chooseBearer(feeBearers(flow, own), input);
    const given = bearer.type === 'person' ? await givenChannel(ctx, input) : null;
    if (flow.feePaid) return {};
    const refusal = refusalToBearFee(flow, ctx.now);
    if (refusal !== null) throw refuseFor(refusal);
    if (bearer.type === 'enterprise' && bearer.corpId !== null) {
      return chargeEnterprise(ctx, flow, bearer, bearer.corpId);
    }
    return orderFrom(ctx, flow, bearer, given ?? (await defaultChannel(ctx, input)), input);
  });
}

/** A person who also signs for an enterprise bears the fee as the enterprise, unless they request otherwise. */
function chooseBearer(bearers: readonly Participant[], { participantId }: Input): Participant {
  const [first] = bearers;
  if (first === undefined) throw refuseFor('PERMISSION_DENIED');
  if (participantId === undefined) return bearers.find(({ type }) => type === 'enterprise') ?? first;
  const named = bearers.find((bearer) => bearer.participantId === participantId);
  if (named !== undefined) return named;
  throw invalidField('participantId', { zh: '不是您的参与方', en: 'is no participant of yours' });
}

/** Takes one contract from the payer's account, and returns the initiating enterprise's. */
function chargeEnterprise(
  ctx: MemberContext,
  flow: Flow,
  bearer: Participant,
  payerCorpId: CorpId,
): Promise<Record<string, never>> {
  return ctx.act(async (tx) => {
    const actor = actorDetail(actorOf(ctx));
    const change = {
      after: { ...flow, feePaid: true },
      events: [{ kind: 'feePaid' as const, detail: { participantId: bearer.participantId, actor } }],
      news: [],
    };
    const stored = await commitFlow(tx, flow, change, ctx.now);
    await insertFee(tx, flow, { payerCorpId, orderId: null }, ctx.now);
    const charges = [
      { corpId: payerCorpId, recordType: 'reversePay', count: -1 },
      { corpId: flow.corpId, recordType: 'reverseReturn', count: 1 },
    ] as const;
    // In a fixed order, or two enterprises that pay for each other could deadlock.
    for (const entry of charges.toSorted((left, right) => left.corpId - right.corpId)) {
      await charge(tx, ctx.services.ids, {
        ...entry,
        ledger: 'contract',
        flow: flowOfEntry(flow),
        remark: null,
        now: ctx.now,
      });
    }
    await closeFeeOrders(tx, stored);
    return {};
  });
}

async function givenChannel(ctx: MemberContext, input: Input): Promise<PayChannel | null> {
  if (input.channelModelId === undefined) return null;
  const channel = await findChannel(ctx.db, input.channelModelId);
  if (channel === null || !channel.enabled || channel.merchantId !== PLATFORM) throw refuse('1102');
  requireOpenId(channel, input.openId ?? null);
  return channel;
}

/** The first of the platform's channels that is usable at the payer's source. */
async function defaultChannel(ctx: MemberContext, input: Input): Promise<PayChannel> {
  const openId = input.openId ?? null;
  const channels = await channelsFor(ctx.db, PLATFORM, payTypesFor(input.source ?? ctx.source));
  const [first] = channels;
  if (first === undefined) throw refuse('1102');
  const usable = channels.find(({ payType }) => openId !== null || !needsOpenId(payType));
  if (usable === undefined) throw refuse('1105');
  return usable;
}

function orderFrom(
  ctx: MemberContext,
  flow: Flow,
  participant: Participant,
  channel: PayChannel,
  input: Input,
) {
  return openOrder(
    ctx,
    {
      flow,
      participant,
      channel,
      openId: input.openId ?? null,
      returnUrl: input.returnUrl ?? null,
      goods: { type: 1, name: '合同签署费', body: `《${titleInNotice(flow)}》签署费` },
      amountDue(current) {
        const refusal = current.feePaid ? 'FLOW_STATE' : refusalToBearFee(current, ctx.now);
        if (refusal !== null) throw refuseFor(refusal);
        return ctx.services.config.signingFeeFen;
      },
    },
    payUrlView,
  );
}
