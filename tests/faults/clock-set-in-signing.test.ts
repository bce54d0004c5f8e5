/** The clock of the service is set while a contract is signed: certificates and timestamps whose times do not fit satisfy no verifier. */
import { signContract } from '@cinnabar/api/operations/flows.js';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { confirmByPassword, download, sealCommands, sign, taskInfo } from '../support/given-flow.js';
import { flowToSign, givenParties, type Parties } from '../support/given-parties.js';

const DAY = 24 * 3_600_000;

let running: RunningApp;
let parties: Parties;

beforeAll(async () => {
  running = await startApp();
  parties = await givenParties(running);
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => running.close());

test.each([
  ['back', -DAY],
  ['forward', DAY],
])(
  '%s by a day: the act is refused, changes nothing, and succeeds when it is repeated',
  async (_name, step) => {
    const { owner } = parties.buyer;
    const { clock, documents } = running.app.services;
    const flowId = await flowToSign(parties);
    await confirmByPassword(owner, flowId);
    const commands = await sealCommands(owner, flowId);
    const [truly, build] = [clock.now.bind(clock), documents.sign.bind(documents)];
    vi.spyOn(documents, 'sign').mockImplementationOnce((...given) => {
      vi.spyOn(clock, 'now').mockImplementation(() => new Date(truly().getTime() + step));
      return build(...given);
    });
    const { status, envelope } = await owner.client.call(signContract, commands);
    vi.restoreAllMocks();
    expect([status, envelope.code]).toEqual([503, '503']);
    expect((await taskInfo(owner, flowId)).flowStatus).toBe(2);
    await owner.client.data(signContract, commands);
    expect((await download(owner, flowId)).length).toBeGreaterThan(10_000);
  },
);

test('behind the signature of the other party: the act is refused until the clock is right', async () => {
  const { buyer, seller } = parties;
  const { clock } = running.app.services;
  const flowId = await flowToSign(parties);
  await sign(buyer.owner, flowId);
  await confirmByPassword(seller.owner, flowId);
  const commands = await sealCommands(seller.owner, flowId);
  const truly = clock.now.bind(clock);
  vi.spyOn(clock, 'now').mockImplementation(() => new Date(truly().getTime() - DAY));
  const { status, envelope } = await seller.owner.client.call(signContract, commands);
  vi.restoreAllMocks();
  expect([status, envelope.code]).toEqual([503, '503']);
  await seller.owner.client.data(signContract, commands);
  expect((await taskInfo(seller.owner, flowId)).flowStatus).toBe(3);
});
