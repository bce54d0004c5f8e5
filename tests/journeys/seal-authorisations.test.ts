import { signContract } from '@cinnabar/api/operations/flows.js';
import {
  addSealAuthor,
  getSealAuthorList,
  getSealInfo,
  getSealListByPage,
} from '@cinnabar/api/operations/seals.js';
import { templateDelete } from '@cinnabar/api/operations/templates.js';
import type { SealId } from '@cinnabar/api/schemas/seal.js';
import { examinersInForce, sealRightOf, withdrawAuthorisations } from '@cinnabar/server/areas/seals/index.js';
import { transact } from '@cinnabar/server/database/transact.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import {
  confirmByPassword,
  type FlowId,
  type GivenTemplate,
  givenSeal,
  givenTemplate,
  sealEverything,
  sign,
  startFlow,
} from '../support/given-flow.js';
import { type Authorisations, authorisationsOf, inSeconds, type Terms } from './authorisations-of-a-seal.js';

let running: RunningApp;
let enterprise: Enterprise;
let sealId: SealId;
let seal: Authorisations;
let clerk: Person;
let seals = 0;

beforeAll(async () => {
  running = await startApp();
  enterprise = await givenEnterprise(running);
  clerk = await enterprise.member();
});
afterAll(() => running.close());
beforeEach(async () => {
  sealId = await givenSeal(enterprise, `授权章${++seals}`);
  seal = authorisationsOf(enterprise, sealId);
});

const authorNum = async (): Promise<readonly number[]> => {
  const info = await enterprise.owner.client.data(getSealInfo, { sealId });
  const [listed] = await enterprise.owner.client.data(getSealListByPage, { sealId });
  return [info.authorNum, listed?.authorNum ?? -1];
};

describe('an authorisation record', () => {
  it('contains exactly what was authorised', async () => {
    const templates = [
      await givenTemplate(enterprise.owner.client, { name: '租赁合同' }),
      await givenTemplate(enterprise.owner.client, { name: '劳动合同' }),
    ];
    const [first, second] = templates.map(({ templateId }) => templateId);
    if (first === undefined || second === undefined) throw new Error('no templates');
    expect(
      await seal.authorise(clerk, {
        authorRole: 'SEAL_EXAMINER',
        authorRange: 1,
        templatesList: [{ templateId: second, templateName: 'another name' }, { templateId: first }],
        effectiveTime: '2026-01-02 03:04:05',
        expireTime: '2099-12-31',
        autoSign: 1,
        examinerNotify: 1,
      }),
    ).toEqual({});
    const [person] = await seal.records();
    expect(person).toEqual({
      id: expect.any(Number),
      sealId,
      userId: clerk.userId,
      userName: clerk.realName,
      authorRole: 'SEAL_EXAMINER',
      authorRange: 1,
      autoSign: 0,
      autoSignStatus: 'awaitingManager',
      effectiveTime: '2026-01-02T03:04:05.000+0800',
      expireTime: '2099-12-31T23:59:59.999+0800',
      examinerNotify: 1,
      status: 1,
      templates: JSON.stringify([second, first]),
      templateName: '劳动合同,租赁合同',
      createTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+0800$/),
    });
  });

  it('by default begins at once and never ends, for all contracts, without automatic placement', async () => {
    await seal.authorise(clerk, {
      templatesList: [{ templateId: (await givenTemplate(enterprise.owner.client)).templateId }],
    });
    const [record] = await seal.records();
    expect(record).toMatchObject({
      authorRange: 0,
      autoSign: 0,
      examinerNotify: 0,
      expireTime: null,
      status: 1,
      templates: '[]',
      templateName: '',
    });
    expect(record?.effectiveTime).toBe(record?.createTime);
  });

  it('names a template once, even one deleted since', async () => {
    const { templateId } = await givenTemplate(enterprise.owner.client, { name: '作废合同' });
    await seal.authorise(clerk, { authorRange: 1, templatesList: [{ templateId }, { templateId }] });
    await enterprise.owner.client.data(templateDelete, { templateId });
    expect(await seal.records()).toMatchObject([{ templates: `[${templateId}]`, templateName: '作废合同' }]);
    expect(await seal.attempt(enterprise.owner, { authorRange: 1, templatesList: [{ templateId }] })).toBe(
      '400',
    );
  });

  it('is created for each user, all or none, and listed newest first in pages', async () => {
    const [first, second] = [await enterprise.member(), await enterprise.member()];
    await seal.authorise(clerk);
    const mixed = seal.forEverything([first.userId, clerk.userId]);
    const { envelope } = await enterprise.owner.client.call(addSealAuthor, mixed);
    expect(envelope).toMatchObject({ code: 'AUTHOR_RULE_CONFLICT', data: null });
    expect(envelope.msg).toContain('userIdList[1].userId');
    expect(await seal.records()).toHaveLength(1);

    await enterprise.owner.client.data(addSealAuthor, seal.forEverything([first.userId, second.userId]));
    expect((await seal.records()).map(({ userId }) => userId)).toEqual([
      second.userId,
      first.userId,
      clerk.userId,
    ]);
    const page = await enterprise.owner.client.post('/seal/getSealAuthorList', {
      sealId,
      listPageNo: 2,
      listPageSize: 2,
    });
    expect(page.envelope).toMatchObject({
      code: '200',
      data: [{ userId: clerk.userId }],
      listPageNo: 2,
      countInPage: 1,
      listPageCount: 2,
      totalCount: 3,
    });
  });

  it('has a state: not yet, in force, expired, withdrawn', async () => {
    const [late, leaving] = [await enterprise.member(), await enterprise.member()];
    await seal.authorise(clerk, { expireTime: inSeconds(running, 60) });
    await seal.authorise(late, { effectiveTime: inSeconds(running, 120) });
    await seal.authorise(leaving);
    const states = async () => (await seal.records()).map(({ status }) => status);
    expect(await states()).toEqual([1, 2, 1]);
    expect(await authorNum()).toEqual([2, 2]);
    const { db } = running.app.database;
    const now = running.app.services.clock.now();
    await transact(db, (tx) =>
      withdrawAuthorisations(tx, enterprise.corpId, { userId: leaving.userId }, now),
    );
    expect(await states()).toEqual([4, 2, 1]);
    expect(await authorNum()).toEqual([1, 1]);
    await running.advance(61);
    expect(await states()).toEqual([4, 2, 3]);
    expect(await authorNum()).toEqual([0, 0]);
    await running.advance(60);
    expect(await states()).toEqual([4, 1, 3]);
    expect(await authorNum()).toEqual([1, 1]);
  });

  it('whose end has passed is stored as expired', async () => {
    await seal.authorise(clerk, { effectiveTime: '2020-01-01', expireTime: '2020-12-31' });
    expect(await seal.records()).toMatchObject([{ status: 3, expireTime: '2020-12-31T23:59:59.999+0800' }]);
    expect(await authorNum()).toEqual([0, 0]);
  });
});

describe('overlapping authorisations', () => {
  it('conflict; another role, period or template does not', async () => {
    const [one, other] = [
      await givenTemplate(enterprise.owner.client),
      await givenTemplate(enterprise.owner.client),
    ];
    const forTemplate = ({ templateId }: GivenTemplate): Terms => ({
      authorRange: 1,
      templatesList: [{ templateId }],
    });
    const june = { effectiveTime: '2098-06-01 00:00:00', expireTime: '2098-07-01 00:00:00' };
    const july = { effectiveTime: '2098-07-01 00:00:00' };
    expect(await seal.attempt(clerk, { ...forTemplate(one), ...june })).toBe('200');
    expect(await seal.attempt(clerk, { ...forTemplate(one), ...june })).toBe('AUTHOR_RULE_CONFLICT');
    expect(await seal.attempt(clerk, june)).toBe('AUTHOR_RULE_CONFLICT');
    expect(await seal.attempt(clerk)).toBe('AUTHOR_RULE_CONFLICT');
    expect(await seal.attempt(clerk, { ...forTemplate(other), ...june })).toBe('200');
    expect(await seal.attempt(clerk, { ...june, authorRole: 'SEAL_EXAMINER' })).toBe('200');
    expect(await seal.attempt(clerk, july)).toBe('200');
    const elsewhere = await givenSeal(enterprise, `另一授权章${seals}`);
    expect(await seal.attempt(clerk, { ...june, sealId: elsewhere })).toBe('200');
  });

  it('in one request conflict too: a user is named once', async () => {
    const body = seal.forEverything([clerk.userId, clerk.userId]);
    const { envelope } = await enterprise.owner.client.call(addSealAuthor, body);
    expect(envelope.code).toBe('AUTHOR_RULE_CONFLICT');
    expect(await seal.records()).toEqual([]);
  });

  it('requested concurrently yield one record', async () => {
    const codes = await Promise.all(Array.from({ length: 8 }, () => seal.attempt(clerk)));
    expect(codes.sort()).toEqual(['200', ...Array.from({ length: 7 }, () => 'AUTHOR_RULE_CONFLICT')]);
    expect(await seal.records()).toHaveLength(1);
  });
});

describe('managing authorisations', () => {
  it.each([
    [['SEAL_ADMIN'], 200],
    [['ADMIN'], 200],
    [['MEMBER_ADMIN', 'TEMPLATE_ADMIN', 'CONTRACT_ADMIN'], 403],
    [[], 403],
  ] as const)('%j: %i', async (roles, expected) => {
    const person = await enterprise.member(roles);
    const { status } = await person.client.call(addSealAuthor, seal.forEverything([person.userId]));
    expect(status).toBe(expected);
  });

  it('is refused to an approver of the seal, even for themselves', async () => {
    await seal.authorise(clerk, { authorRole: 'SEAL_EXAMINER' });
    const { envelope } = await clerk.client.call(addSealAuthor, seal.forEverything([clerk.userId]));
    expect(envelope).toMatchObject({ code: '403', reason: 'PERMISSION_DENIED' });
  });

  it('records are visible to every member, and to no other enterprise', async () => {
    await seal.authorise(clerk);
    expect(await clerk.client.data(getSealAuthorList, { sealId })).toHaveLength(1);
    const stranger = await givenEnterprise(running);
    for (const path of ['/seal/getSealAuthorList', '/seal/addSealAuthor', '/seal/delete']) {
      const body = seal.forEverything([stranger.owner.userId]);
      expect((await stranger.owner.client.post(path, body)).envelope.code).toBe('SEAL_NOT_FOUND');
    }
  });
});

describe('seal rights for other areas', () => {
  it('name who may use a seal in contracts of a template', async () => {
    const { db } = running.app.database;
    const { templateId } = await givenTemplate(enterprise.owner.client);
    const examiner = await enterprise.member();
    await seal.authorise(examiner, {
      authorRole: 'SEAL_EXAMINER',
      authorRange: 1,
      templatesList: [{ templateId }],
    });
    await seal.authorise(clerk);
    const { corpId } = enterprise;
    const now = running.app.services.clock.now();
    const rightOf = ({ userId }: Person, template: typeof templateId | null, at = now) =>
      sealRightOf(db, { corpId, userId, roles: [], sealId, templateId: template, now: at });
    expect(await rightOf(examiner, templateId)).toEqual({ user: true, examiner: true });
    expect(await rightOf(examiner, null)).toEqual({ user: false, examiner: false });
    expect(await rightOf(clerk, null)).toEqual({ user: true, examiner: false });
    expect(await rightOf(enterprise.owner, null)).toEqual({ user: false, examiner: false });

    expect(await examinersInForce(db, corpId, sealId, templateId, now)).toEqual([examiner.userId]);
    expect(await examinersInForce(db, corpId, sealId, null, now)).toEqual([]);
    const before = new Date(now.getTime() - 3_600_000);
    expect(await examinersInForce(db, corpId, sealId, templateId, before)).toEqual([]);
    await db
      .updateTable('members')
      .set({ state: 'deleted' })
      .where('user_id', '=', examiner.userId)
      .execute();
    expect(await examinersInForce(db, corpId, sealId, templateId, now)).toEqual([]);
  });
});

describe('signing under an authorisation', () => {
  let template: GivenTemplate;
  beforeAll(async () => {
    template = await givenTemplate(enterprise.owner.client, {
      parties: [{ flag: '甲方', mode: 3, area: true }],
    });
  });

  /** A flow whose only signer is the person, who started it. */
  async function flowOf(person: Person, ofTemplate = template): Promise<FlowId> {
    const { flowId } = await startFlow(person.client, ofTemplate, { participantList: [] });
    return flowId;
  }

  async function signing(person: Person, flowId: FlowId) {
    await confirmByPassword(person, flowId);
    const commands = await sealEverything(person, flowId);
    const signComponents = commands.map((command) => ({ ...command, sealId }));
    const { signStatus } = await person.client.data(signContract, { flowId, signComponents });
    return signStatus;
  }

  const signed = 3;
  /** Without the right the act waits for approval. */
  const asked = 4;

  it('is immediate for a member with it, and impossible without it', async () => {
    const person = await enterprise.member();
    expect(await signing(person, await flowOf(person))).toEqual(asked);
    await seal.authorise(person);
    expect(await signing(person, await flowOf(person))).toEqual(signed);
  });

  it('is immediate for an approver', async () => {
    const person = await enterprise.member();
    await seal.authorise(person, { authorRole: 'SEAL_EXAMINER' });
    expect(await signing(person, await flowOf(person))).toEqual(signed);
  });

  it('is impossible before its start and after its end', async () => {
    const person = await enterprise.member();
    await seal.authorise(person, {
      effectiveTime: inSeconds(running, 60),
      expireTime: inSeconds(running, 180),
    });
    const [early, between, late] = [await flowOf(person), await flowOf(person), await flowOf(person)];
    expect(await signing(person, early)).toEqual(asked);
    await running.advance(61);
    expect(await signing(person, between)).toEqual(signed);
    await running.advance(120);
    expect(await signing(person, late)).toEqual(asked);
  });

  it('is restricted to contracts of its templates', async () => {
    const person = await enterprise.member();
    const other = await givenTemplate(enterprise.owner.client, {
      parties: [{ flag: '甲方', mode: 3, area: true }],
    });
    await seal.authorise(person, { authorRange: 1, templatesList: [{ templateId: other.templateId }] });
    expect(await signing(person, await flowOf(person))).toEqual(asked);
    expect(await signing(person, await flowOf(person, other))).toEqual(signed);
  });

  it('is restricted to its seal', async () => {
    const person = await enterprise.member();
    await seal.authorise(person);
    const flowId = await flowOf(person);
    // 0: the enterprise's default, which is another seal.
    expect(await sign(person, flowId)).toMatchObject({ signStatus: asked });
  });

  it('is impossible once it is withdrawn, even after the call was permitted', async () => {
    const person = await enterprise.member();
    await seal.authorise(person);
    const flowId = await flowOf(person);
    const { services, database } = running.app;
    const draw = services.documents.sign.bind(services.documents);
    const now = services.clock.now();
    // Between the check at the call and the commit, while the document is being signed.
    services.documents.sign = async (...given) => {
      await transact(database.db, (tx) =>
        withdrawAuthorisations(tx, enterprise.corpId, { userId: person.userId }, now),
      );
      return draw(...given);
    };
    try {
      expect(await signing(person, flowId)).toEqual(asked);
    } finally {
      services.documents.sign = draw;
    }
    expect(await seal.records()).toMatchObject([{ status: 4 }]);
  });
});
