/** Automatic placements in a person's name, listed and ended under “my contracts”. */
import { memberDelete } from '@cinnabar/api/operations/members.js';
import { cancelSealAuthor } from '@cinnabar/api/operations/seals.js';
import { modifyTemplate, templateInfo } from '@cinnabar/api/operations/templates.js';
import type { MyAutomaticSeal, MyAutomaticSeals } from '@cinnabar/api/pages/my-automatic-seals.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { askedForAutomatic, switchedOn } from '../support/automatic-seal.js';
import type { Client, Wire } from '../support/client.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import {
  as,
  type FlowId,
  type GivenTemplate,
  givenSeal,
  givenTemplate,
  startFlow,
  taskInfo,
} from '../support/given-flow.js';
import { mySession } from '../support/my-session.js';

let app: RunningApp;
let buyer: Enterprise;
let supplier: Enterprise;
let sealId: Awaited<ReturnType<typeof givenSeal>>;

beforeAll(async () => {
  app = await startApp();
  buyer = await givenEnterprise(app);
  supplier = await givenEnterprise(app);
  sealId = await givenSeal(buyer);
  await givenSeal(supplier);
});
afterAll(() => app.close());

interface Automatic {
  readonly clerk: Person;
  readonly template: GivenTemplate;
  readonly id: MyAutomaticSeal['id'];
  readonly mine: Client;
}

/** A member for whom the platform places the seal, signed in to “my contracts”. */
async function givenAutomatic(): Promise<Automatic> {
  const clerk = await buyer.member();
  const template = await givenTemplate(buyer.owner.client, {
    parties: [
      { flag: '甲方', mode: 3, area: true },
      { flag: '乙方', area: true },
    ],
  });
  const id = await askedForAutomatic(buyer, sealId, clerk, template);
  await switchedOn(app, id);
  return { clerk, template, id, mine: await mySession(app, clerk.mobile) };
}

const seals = async (mine: Client) =>
  (await mine.post<Wire<MyAutomaticSeals>>('/automaticSeals', {})).envelope.data.seals;

const stop = async (mine: Client, id: MyAutomaticSeal['id']) => {
  const { status, envelope } = await mine.post('/automaticSeals/stop', { id });
  return [status, envelope.code];
};

async function started({ clerk, template }: Automatic): Promise<FlowId> {
  const { flowId } = await startFlow(clerk.client, template, {
    participantList: [as('甲方', clerk, buyer), as('乙方', supplier.owner, supplier)],
  });
  return flowId;
}

const signStatus = async ({ clerk }: Automatic, flowId: FlowId) =>
  (await taskInfo(clerk, flowId)).participantList.find(({ participantFlag }) => participantFlag === '甲方')
    ?.signStatus;

describe('a person with automatic placement', () => {
  test('sees the seal, the enterprise, the template’s version, and the period', async () => {
    const { mine, id, template } = await givenAutomatic();
    const { templateName } = await buyer.owner.client.data(templateInfo, {
      templateId: template.templateId,
      templateType: '1',
    });
    const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;
    expect(await seals(mine)).toEqual([
      {
        id,
        corpName: buyer.corpName,
        sealName: expect.any(String),
        templates: [
          {
            templateId: template.templateId,
            templateName,
            revision: expect.stringMatching(moment),
            isChanged: false,
          },
        ],
        since: expect.stringMatching(moment),
        until: null,
        byOperator: true,
        inForce: true,
      },
    ]);
  });

  test('sees the newest first, whatever their ids', async () => {
    const { clerk, template, id, mine } = await givenAutomatic();
    const second = await askedForAutomatic(buyer, await givenSeal(buyer, '财务专用章'), clerk, template);
    await switchedOn(app, second);
    const ids = async () => (await seals(mine)).map((seal) => seal.id);
    expect(await ids()).toEqual([second, id]);
    // As if another process had given the second id: each takes ids from blocks of its own.
    const earlier = `update seal_authorisations set created_at = created_at - interval '1 hour' where authorisation_id = $1`;
    await app.app.database.pool.query(earlier, [second]);
    expect(await ids()).toEqual([id, second]);
  });

  test('ends it at once: later contracts wait for their own signature, and signed ones stay signed', async () => {
    const automatic = await givenAutomatic();
    const { mine, id } = automatic;
    const before = await started(automatic);
    await expect.poll(() => signStatus(automatic, before), { timeout: 20_000, interval: 100 }).toBe(3);
    expect(await stop(mine, id)).toEqual([200, '0']);
    expect(await seals(mine)).toEqual([]);
    const after = await started(automatic);
    await app.advance(0);
    expect(await signStatus(automatic, after)).toBe(2);
    expect(await signStatus(automatic, before)).toBe(3);
    // There is nothing left to end.
    expect(await stop(mine, id)).toEqual([404, '404']);
    const { db } = app.app.database;
    const trail = await db
      .selectFrom('auto_sign_consents')
      .select(['side', 'wanted', 'user_id', 'channel', 'address'])
      .where('authorisation_id', '=', id)
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow();
    expect(trail).toEqual({
      side: 'member',
      wanted: false,
      user_id: automatic.clerk.userId,
      channel: 'page',
      address: expect.any(String),
    });
  });

  test('is informed that a changed template suspends automatic placement', async () => {
    const automatic = await givenAutomatic();
    const { templateId } = automatic.template;
    const info = await buyer.owner.client.data(templateInfo, { templateId, templateType: '1' });
    await buyer.owner.client.data(modifyTemplate, { ...info, templateId, templateName: '采购合同（修订）' });
    const [seal] = await seals(automatic.mine);
    expect(seal).toMatchObject({
      inForce: false,
      templates: [{ templateName: '采购合同（修订）', isChanged: true }],
    });
    expect(await stop(automatic.mine, automatic.id)).toEqual([200, '0']);
  });
});

describe('the list is empty', () => {
  test('for other people, who cannot end it either', async () => {
    const { mine, id } = await givenAutomatic();
    const other = await givenAutomatic();
    expect((await seals(other.mine)).map((seal) => seal.id)).toEqual([other.id]);
    expect(await stop(other.mine, id)).toEqual([404, '404']);
    expect(await seals(mine)).toHaveLength(1);
  });

  test('after the seal’s manager has withdrawn, or the person has left the enterprise', async () => {
    const withdrawn = await givenAutomatic();
    await buyer.owner.client.data(cancelSealAuthor, { id: withdrawn.id });
    expect(await seals(withdrawn.mine)).toEqual([]);
    const left = await givenAutomatic();
    await buyer.owner.client.data(memberDelete, { userId: left.clerk.userId });
    expect(await seals(left.mine)).toEqual([]);
  });

  test('without a session', async () => {
    expect((await app.post('/pages/mine/automaticSeals', {})).status).toBe(401);
    expect((await app.post('/pages/mine/automaticSeals/stop', { id: 1 })).status).toBe(401);
  });
});
