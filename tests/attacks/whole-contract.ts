import { expect } from 'vitest';
import type { Enterprise } from '../support/given-enterprise.js';
import { as, fillAll, givenSeal, givenTemplate, sign, startFlow } from '../support/given-flow.js';

/** Concurrent work of known callers: seal previews, preparation, two signatures. */
export async function signWholeContract(buyer: Enterprise, supplier: Enterprise): Promise<void> {
  await givenSeal(buyer);
  await givenSeal(supplier);
  const template = await givenTemplate(buyer.owner.client);
  const { flowId } = await startFlow(buyer.owner.client, template, {
    participantList: [as('乙方', supplier.owner, supplier)],
  });
  await fillAll(buyer.owner, flowId, '一万元整');
  await fillAll(supplier.owner, flowId, '上海市');
  await sign(buyer.owner, flowId);
  expect((await sign(supplier.owner, flowId)).flowStatus).toBe(3);
}
