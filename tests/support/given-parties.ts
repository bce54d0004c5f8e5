import type { RunningApp } from './app.js';
import { type Enterprise, type EnterpriseOptions, givenEnterprise } from './given-enterprise.js';
import {
  as,
  type FlowId,
  fillAll,
  type GivenTemplate,
  givenSeal,
  givenTemplate,
  startFlow,
} from './given-flow.js';

/** Two enterprises that can sign, and a contract of the buyer that both fill before signing. */
export interface Parties {
  readonly buyer: Enterprise;
  readonly seller: Enterprise;
  readonly template: GivenTemplate;
}

/** @param options of the buyer */
export async function givenParties(app: RunningApp, options: EnterpriseOptions = {}): Promise<Parties> {
  const buyer = await givenEnterprise(app, options);
  const seller = await givenEnterprise(app);
  await givenSeal(buyer);
  await givenSeal(seller);
  return { buyer, seller, template: await givenTemplate(buyer.owner.client) };
}

/** A flow that waits for the seller to fill. */
export async function flowToFill({ buyer, seller, template }: Parties): Promise<FlowId> {
  const { flowId } = await startFlow(buyer.owner.client, template, {
    participantList: [as('乙方', seller.owner, seller)],
    autoFill: 2,
    fillComponents: [{ componentKey: 'amount', componentValue: '一万元整' }],
  });
  return flowId;
}

/** A flow that is completely filled and waits for the buyer to sign. */
export async function flowToSign(parties: Parties): Promise<FlowId> {
  const flowId = await flowToFill(parties);
  await fillAll(parties.seller.owner, flowId, '上海市');
  return flowId;
}
