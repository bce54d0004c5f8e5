/** Automatic placement: the platform signs for who has authorised it, in flows of their own enterprise alone. */
import { addSealAuthor, sealDelete } from '@cinnabar/api/seals.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import {
  as,
  download,
  type FlowId,
  fillAll,
  givenSeal,
  givenTemplate,
  sign,
  startFlow,
  taskInfo,
} from '../support/given-flow.js';

let running: RunningApp;
let buyer: Enterprise;
let supplier: Enterprise;
let clerk: Person;
let sealId: Awaited<ReturnType<typeof givenSeal>>;

beforeAll(async () => {
  running = await startApp();
  buyer = await givenEnterprise(running);
  supplier = await givenEnterprise(running);
  sealId = await givenSeal(buyer);
  await givenSeal(supplier);
  clerk = await buyer.member();
  await buyer.owner.client.data(addSealAuthor, {
    sealId,
    authorMemberRange: 1,
    userIdList: [{ userId: clerk.userId }],
    authorRole: 'SEAL_USER',
    authorRange: 0,
    autoSign: 1,
  });
});

afterAll(() => running.close());

const parties = [
  { flag: '甲方', mode: 3, area: true },
  { flag: '乙方', area: true },
] as const;

const signStatus = async (person: Person, flowId: FlowId, flag: string) => {
  const { participantList } = await taskInfo(person, flowId);
  return participantList.find(({ participantFlag }) => participantFlag === flag)?.signStatus;
};

/** Jobs run beside the requests: the seal comes within seconds. */
const signedSoon = (person: Person, flowId: FlowId, flag: string) =>
  expect.poll(() => signStatus(person, flowId, flag), { timeout: 20_000, interval: 100 }).toBe(3);

describe('a seal that the platform places', () => {
  it('is placed at the turn of who authorised it, and the history names the authorisation', async () => {
    const template = await givenTemplate(buyer.owner.client, { parties });
    const { flowId } = await startFlow(clerk.client, template, {
      participantList: [as('甲方', clerk, buyer), as('乙方', supplier.owner, supplier)],
    });
    await signedSoon(clerk, flowId, '甲方');
    expect(await sign(supplier.owner, flowId)).toMatchObject({ flowStatus: 3 });
    await download(clerk, flowId);
    const { db } = running.app.database;
    const event = await db
      .selectFrom('flow_events')
      .select('canonical')
      .where('flow_id', '=', flowId)
      .where('kind', '=', 'signed')
      .orderBy('sequence')
      .executeTakeFirstOrThrow();
    const { detail }: { detail: unknown } = JSON.parse(event.canonical);
    expect(detail).toMatchObject({ intent: null, authorisation: expect.any(Number) });
  });

  it('waits for the turn: after filling, and after who signs first', async () => {
    const template = await givenTemplate(buyer.owner.client, {
      parties: [
        { flag: '甲方', mode: 3, signOrder: 2, area: true },
        { flag: '乙方', signOrder: 1, area: true, controls: ['address'] },
      ],
    });
    const { flowId } = await startFlow(clerk.client, template, {
      participantList: [as('甲方', clerk, buyer), as('乙方', supplier.owner, supplier)],
    });
    await fillAll(supplier.owner, flowId, '上海市');
    await running.advance(0);
    expect(await signStatus(clerk, flowId, '甲方')).toBe(2);
    await sign(supplier.owner, flowId);
    await signedSoon(clerk, flowId, '甲方');
    expect(await taskInfo(clerk, flowId)).toMatchObject({ flowStatus: 3 });
  });

  it('is never placed in another enterprise’s flow, nor where nobody said where', async () => {
    const theirs = await givenTemplate(supplier.owner.client, { parties });
    const foreign = await startFlow(supplier.owner.client, theirs, {
      participantList: [as('甲方', supplier.owner, supplier), as('乙方', clerk, buyer)],
    });
    await sign(supplier.owner, foreign.flowId);
    const free = await givenTemplate(buyer.owner.client, { parties: [{ flag: '甲方', mode: 3 }] });
    const unplaced = await startFlow(clerk.client, free, { participantList: [as('甲方', clerk, buyer)] });
    await running.advance(0);
    expect(await signStatus(clerk, foreign.flowId, '乙方')).toBe(2);
    expect(await signStatus(clerk, unplaced.flowId, '甲方')).toBe(2);
  });

  it('cannot be deleted while such a turn is to come', async () => {
    const template = await givenTemplate(buyer.owner.client, {
      parties: [
        { flag: '甲方', mode: 3, signOrder: 2, area: true },
        { flag: '乙方', signOrder: 1, area: true },
      ],
    });
    await startFlow(clerk.client, template, {
      participantList: [as('甲方', clerk, buyer), as('乙方', supplier.owner, supplier)],
    });
    const { envelope } = await buyer.owner.client.call(sealDelete, { sealId });
    expect(envelope.code).toBe('SEAL_DELETE_FAILED');
  });
});
