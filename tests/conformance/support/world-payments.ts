import { contractCancel, startSignFlow } from '@cinnabar/api/operations/flows.js';
import { payOrderAdd, payOrderCancel } from '@cinnabar/api/operations/payments.js';
import type { ChannelModelId, PayType } from '@cinnabar/api/schemas/payment.js';
import { disableChannel, PLATFORM } from '@cinnabar/server/areas/payments/index.js';
import { transact } from '@cinnabar/server/database/transact.js';
import { sql } from 'kysely';
import type { RunningApp } from '../../support/app.js';
import type { Enterprise, Person } from '../../support/given-enterprise.js';
import { as } from '../../support/given-flow.js';
import {
  type Channels,
  givenChannels,
  givenSaleTemplate,
  payAtProvider,
  type SaleOptions,
  signerOf,
  startSale,
} from '../../support/given-payments.js';

/** A flow in which 乙方 (by default partner's owner) owes home a payment. */
export interface KnownSale {
  readonly flowId: number;
  readonly signerId: number;
  /** 甲方, who owes nothing. */
  readonly initiatorSide: number;
}

export interface Payments {
  readonly channels: Channels;
  readonly foreignChannel: number;
  readonly platformChannel: number;
  /** A disabled channel of home. */
  readonly disabled: number;
  /** Without any order. */
  readonly due: KnownSale;
  /** The same, to be confirmed. */
  readonly offline: KnownSale;
  readonly paid: KnownSale & { readonly orderId: number };
  /** Paid, to be refunded. */
  readonly refundable: KnownSale & { readonly orderId: number };
  /** With an open order by chatAQrCode. */
  readonly open: KnownSale & { readonly orderId: number };
  /** The same, to be cancelled. */
  readonly spare: KnownSale & { readonly orderId: number };
  readonly failed: KnownSale & { readonly orderId: number };
  readonly cancelled: KnownSale & { readonly orderId: number };
  /** Confidential, with an open order. */
  readonly confidential: KnownSale & { readonly orderId: number };
  readonly revoked: KnownSale;
  readonly overdue: KnownSale;
  /** Between foreign and itself, with an open order. */
  readonly foreign: KnownSale & { readonly orderId: number };
  /** The counterparty pays the fee: partner's member as a person. */
  readonly personFee: KnownSale;
  /** The same, and revoked. */
  readonly revokedFee: KnownSale;
}

export async function givenPayments(
  app: RunningApp,
  {
    home,
    partner,
    foreign,
    partnerPlain,
  }: Readonly<Record<'home' | 'partner' | 'foreign', Enterprise>> & {
    readonly partnerPlain: Person;
  },
): Promise<Payments> {
  const { db } = app.app.database;
  const used: readonly PayType[] = ['chatAQrCode', 'payAPC', 'chatAJSAPI', 'payAPre'];
  const channels = await givenChannels(app, home.corpId, used);
  const platform = await givenChannels(app, PLATFORM);
  const foreignChannels = await givenChannels(app, foreign.corpId, ['chatAQrCode']);
  await transact(db, (tx) => disableChannel(tx, channels('payAPre')));
  const template = await givenSaleTemplate(home);
  const personal = await givenSaleTemplate(home, 'person');
  const abroad = await givenSaleTemplate(foreign);

  async function sale(options: Partial<SaleOptions> = {}): Promise<KnownSale> {
    const owing = { amount: 88.88, remark: '货款', ...options };
    return known(await startSale(home, template, [partner.owner, partner], owing));
  }
  async function ordered(options: Partial<SaleOptions> = {}) {
    const made = await sale(options);
    return { ...made, ...(await order(partner.owner, channels('chatAQrCode'), made.signerId)) };
  }
  async function order(by: Person, channelModelId: number, signerId: number) {
    const { envelope } = await by.client.post<{ id: number; businessOrderNo: string }>(payOrderAdd.path, {
      channelModelId,
      signerId,
    });
    return { orderId: envelope.data.id, no: envelope.data.businessOrderNo };
  }
  async function fee(): Promise<KnownSale> {
    const flow = await home.owner.client.data(startSignFlow, {
      templateId: personal.templateId,
      reversePayFlag: 1,
      participantList: [as('乙方', partnerPlain, null)],
    });
    return known(flow);
  }

  const paid = await ordered();
  await payAtProvider(app, paid.no);
  const refundable = await ordered();
  await payAtProvider(app, refundable.no);
  await givenStatement(app, home, channels('chatAQrCode'));
  const changed = { fee_rate: 60, modified_at: app.app.services.clock.now() };
  await db
    .updateTable('pay_channels')
    .set(changed)
    .where('channel_model_id', '=', channels('payAPC'))
    .execute();
  const failed = await ordered();
  await payAtProvider(app, failed.no, 'fail');
  const cancelled = await ordered();
  await partner.owner.client.post(payOrderCancel.path, { id: cancelled.orderId });
  const revoked = await sale();
  await home.owner.client.post(contractCancel.path, { flowId: revoked.flowId });
  const revokedFee = await fee();
  await home.owner.client.post(contractCancel.path, { flowId: revokedFee.flowId });
  const overdueFlow = await startSale(home, template, [partner.owner, partner], { amount: 1 });
  const overdue = known(overdueFlow);
  await db
    .updateTable('flows')
    .set({ deadline: new Date(app.app.services.clock.now().getTime() - 1000) })
    .where('flow_id', '=', overdueFlow.flowId)
    .execute();
  const own = known(await startSale(foreign, abroad, [foreign.owner, foreign], { amount: 1 }));
  return {
    channels,
    foreignChannel: foreignChannels('chatAQrCode'),
    platformChannel: platform('chatAQrCode'),
    disabled: channels('payAPre'),
    due: await sale(),
    offline: await sale(),
    paid,
    refundable,
    open: await ordered(),
    spare: await ordered(),
    failed,
    cancelled,
    confidential: await ordered({ confidential: true }),
    revoked,
    overdue,
    foreign: { ...own, ...(await order(foreign.owner, foreignChannels('chatAQrCode'), own.signerId)) },
    personFee: await fee(),
    revokedFee,
  };
}

/** A statement that differs in every respect, as far as one difference can. */
async function givenStatement(
  { app: { database, services } }: RunningApp,
  { corpId }: Enterprise,
  channelModelId: ChannelModelId,
): Promise<void> {
  const totals = { payments: 1, paidFen: 100, refunds: 1, refundedFen: 100 };
  const difference = {
    ...{ kind: 'amount', isRefund: true, businessOrderNo: 'CN1', refundNo: 'CN1R1' },
    ...{ orderId: 1, ours: '1.00', theirs: '2.00' },
  };
  const result = { ours: totals, theirs: totals, feeFen: 1, others: 1, differences: [difference] };
  await sql`
    insert into pay_statements
      (corp_id, provider_code, merchant_account, day, channel_model_id, state, attempts, failure, result, checked_at)
    values (${corpId}, 'chatApay', ${`merchant-${corpId}`}, '2026-11-10', ${channelModelId}, 'compared', 1,
      'late', ${JSON.stringify(result)}::jsonb, ${services.clock.now()}::timestamptz)
  `.execute(database.db);
}

function known(flow: Awaited<ReturnType<typeof startSale>>): KnownSale {
  return { flowId: flow.flowId, signerId: signerOf(flow), initiatorSide: signerOf(flow, '甲方') };
}
