import { payOrderQuery } from '@cinnabar/api/operations/payments.js';
import type { ChannelModelId, PayOrderId, PayType } from '@cinnabar/api/schemas/payment.js';
import { addChannel, allPayTypes, type NewChannel } from '@cinnabar/server/areas/payments/index.js';
import { transact } from '@cinnabar/server/database/transact.js';
import type { RunningApp } from './app.js';
import type { DataOf } from './client.js';
import type { Enterprise, Person } from './given-enterprise.js';
import { as, type GivenTemplate, givenTemplate, type StartedFlow, startFlow } from './given-flow.js';

/** A merchant's channel by payment method. */
export type Channels = (payType: PayType) => ChannelModelId;

/** A channel for every payment method, or for the given ones. */
export async function givenChannels(
  { app }: RunningApp,
  merchantId: NewChannel['merchantId'],
  payTypes: readonly PayType[] = allPayTypes,
): Promise<Channels> {
  const { database, services } = app;
  const made = new Map<PayType, ChannelModelId>();
  await transact(database.db, async (tx) => {
    for (const payType of payTypes) {
      const channel = {
        merchantId,
        payType,
        appId: `app-${payType}`,
        merchantAccount: `merchant-${merchantId}`,
        merchantType: 2,
        now: services.clock.now(),
      } as const;
      made.set(payType, await addChannel(tx, services.ids, channel));
    }
  });
  return (payType) => {
    const channel = made.get(payType);
    if (channel === undefined) throw new Error(`there is no channel ${payType}`);
    return channel;
  };
}

/** A contract with nothing to fill, which 甲方 (the initiator) and 乙方 sign in any order. */
export function givenSaleTemplate(merchant: Enterprise, payer: 'enterprise' | 'person' = 'enterprise') {
  return givenTemplate(merchant.owner.client, {
    pages: 1,
    parties: [
      { flag: '甲方', mode: 3, signOrder: 1, area: true },
      { flag: '乙方', type: payer === 'enterprise' ? 1 : 0, signOrder: 1, area: true },
    ],
  });
}

export interface SaleOptions {
  /** In yuan. */
  readonly amount: number;
  readonly priority?: 0 | 1;
  readonly remark?: string;
  readonly title?: string;
  readonly confidential?: boolean;
}

/** Starts a contract for which 乙方 has to pay. */
export function startSale(
  merchant: Enterprise,
  template: GivenTemplate,
  payer: readonly [Person, Enterprise | null],
  { amount, priority, remark, title, confidential }: SaleOptions,
): Promise<StartedFlow> {
  return startFlow(merchant.owner.client, template, {
    ...(title === undefined ? {} : { templateName: title }),
    ...(confidential === true ? { privaryFlag: 1 } : {}),
    participantList: [
      {
        ...as('乙方', ...payer),
        payeeContractFlag: 1,
        payee: {
          amount,
          ...(priority === undefined ? {} : { priority }),
          ...(remark === undefined ? {} : { remark }),
        },
      },
    ],
  });
}

/** The participant of a flow by its flag. */
export function signerOf(flow: StartedFlow, flag = '乙方') {
  const found = flow.participantList.find(({ participantFlag }) => participantFlag === flag);
  if (found === undefined) throw new Error(`nobody is ${flag}`);
  return found.participantId;
}

/** State of the order at the sandbox's provider, and the response to its notification. */
export interface Paid {
  readonly state: string;
  readonly notified: number | null;
}

/** Pays at the provider, or makes the payment fail; with `notify` false the notification is lost. */
export async function payAtProvider(
  app: RunningApp,
  businessOrderNo: string | undefined,
  result: 'success' | 'fail' = 'success',
  notify = true,
): Promise<Paid> {
  const response = await fetch(`${app.baseUrl}/sandbox/pay/${businessOrderNo}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ result, notify }),
  });
  if (response.status !== 200) throw new Error(await response.text());
  return JSON.parse(await response.text());
}

export function lookAtOrder(person: Person, id: PayOrderId): Promise<DataOf<typeof payOrderQuery>> {
  return person.client.data(payOrderQuery, { id });
}
