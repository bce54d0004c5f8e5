/** The list of the daily roots. */
import { evidenceRootList } from '@cinnabar/api/operations/evidence.js';
import { contractHistory } from '@cinnabar/api/operations/flows.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise, withNewToken } from '../support/given-enterprise.js';
import { givenTemplate, startFlow } from '../support/given-flow.js';

const DAY = 24 * 3600;

let running: RunningApp;
let buyer: Enterprise;

beforeAll(async () => {
  running = await startApp();
  buyer = await givenEnterprise(running);
});
afterAll(() => running.close());

test('has the roots of all days, the newest first, and so that of each contract', async () => {
  const template = await givenTemplate(buyer.owner.client, {
    parties: [{ flag: '甲方', mode: 3, area: true }],
  });
  const { flowId } = await startFlow(buyer.owner.client, template, { participantList: [] });
  await running.advance(DAY);
  await running.advance(DAY);
  buyer = await withNewToken(running, buyer);
  const roots = await buyer.owner.client.data(evidenceRootList, { listPageSize: 100 });
  expect(roots.length).toBeGreaterThanOrEqual(2);
  expect(roots.map(({ number }) => number)).toEqual(roots.map((_root, index) => roots.length - index));
  const { dailyRoot } = await buyer.owner.client.data(contractHistory, { flowId });
  expect(roots).toContainEqual({ ...dailyRoot, size: expect.any(Number) });
  const [newest] = await buyer.owner.client.data(evidenceRootList, { listPageSize: 1 });
  expect(newest).toMatchObject({ number: roots.length, timestampTime: expect.any(String) });
});
