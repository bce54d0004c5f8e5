/** Deleting a seal, and its effects. */
import { contractCancel, signContract, startSignFlow } from '@cinnabar/api/operations/flows.js';
import { addSealAuthor, getSealInfo, getSealListByPage, sealDelete } from '@cinnabar/api/operations/seals.js';
import type { SealId } from '@cinnabar/api/schemas/seal.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { switchedOn } from '../support/automatic-seal.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import {
  as,
  confirmByPassword,
  download,
  givenSeal,
  givenTemplate,
  sealEverything,
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

describe('deleting a seal', () => {
  it('ends its authorisations and frees its name, and the default passes to the oldest', async () => {
    const fresh = await givenEnterprise(running);
    const { client } = fresh.owner;
    const [first, second, third] = [
      await givenSeal(fresh, '甲章'),
      await givenSeal(fresh, '乙章'),
      await givenSeal(fresh, '丙章'),
    ];
    const author = { ...seal.forEverything([fresh.owner.userId]), sealId: first };
    await client.data(addSealAuthor, author);
    expect(await client.data(sealDelete, { sealId: first })).toEqual({});
    for (const [path, body] of [
      ['/seal/getSealInfo', { sealId: first }],
      ['/seal/delete', { sealId: first }],
      ['/seal/modify', { sealId: first, sealName: '新名' }],
      ['/seal/updDefault', { sealId: first }],
      ['/seal/getSealAuthorList', { sealId: first }],
      ['/seal/addSealAuthor', author],
    ] as const) {
      expect([path, (await client.post(path, body)).envelope.code]).toEqual([path, 'SEAL_NOT_FOUND']);
    }
    const { db } = running.app.database;
    const ended = await db
      .selectFrom('seal_authorisations')
      .select('withdrawn_at')
      .where('seal_id', '=', first)
      .execute();
    expect(ended).toEqual([{ withdrawn_at: expect.any(Date) }]);
    const left = await client.data(getSealListByPage, {});
    expect(left.map((seal) => [seal.sealId, seal.defaultFlag])).toEqual([
      [third, 0],
      [second, 1],
    ]);
    await givenSeal(fresh, '甲章');
    await client.data(sealDelete, { sealId: third });
    expect(await client.data(getSealInfo, { sealId: second })).toMatchObject({ defaultFlag: 1 });
  });

  it('leaves sealed contracts unchanged', async () => {
    const template = await givenTemplate(enterprise.owner.client, {
      parties: [{ flag: '甲方', mode: 3, area: true }],
    });
    const { client } = enterprise.owner;
    const { flowId } = await client.data(startSignFlow, {
      templateId: template.templateId,
      participantList: [],
    });
    await confirmByPassword(enterprise.owner, flowId);
    const commands = await sealEverything(enterprise.owner, flowId);
    const signComponents = commands.map((command) => ({ ...command, sealId }));
    await client.data(signContract, { flowId, signComponents });
    const before = await download(enterprise.owner, flowId);
    await client.data(sealDelete, { sealId });
    expect(Buffer.compare(await download(enterprise.owner, flowId), before)).toBe(0);
  });

  it('is refused while the platform would place it in an open flow', async () => {
    const supplier = await givenEnterprise(running);
    const template = await givenTemplate(enterprise.owner.client, {
      parties: [
        { flag: '甲方', mode: 3, signOrder: 2, area: true },
        { flag: '乙方', signOrder: 1, area: true },
      ],
    });
    const person = await enterprise.member();
    const remove = async () => (await enterprise.owner.client.call(sealDelete, { sealId })).envelope.code;
    await seal.authorise(person, {
      autoSign: 1,
      authorRange: 1,
      templatesList: [{ templateId: template.templateId }],
      expireTime: inSeconds(running, 600),
    });
    const [record] = await seal.records();
    if (record === undefined) throw new Error('no record');
    await switchedOn(running, record.id);
    const { flowId } = await startFlow(person.client, template, {
      participantList: [as('甲方', person, enterprise), as('乙方', supplier.owner, supplier)],
    });
    expect(await remove()).toBe('SEAL_DELETE_FAILED');
    expect(await seal.records()).toMatchObject([{ status: 1 }]);
    await person.client.data(contractCancel, { flowId });
    expect(await remove()).toBe('200');
  });

  it('is not prevented by manual placement, ended flows, or other templates', async () => {
    const [template, other] = [
      await givenTemplate(enterprise.owner.client, { parties: [{ flag: '甲方', mode: 3, area: true }] }),
      await givenTemplate(enterprise.owner.client),
    ];
    const person = await enterprise.member();
    const automatic = {
      autoSign: 1,
      authorRange: 1,
      templatesList: [{ templateId: template.templateId }],
    } as const;
    const rows: readonly Terms[] = [
      { autoSign: 0, effectiveTime: '2026-01-01', expireTime: '2097-12-31' },
      { ...automatic, effectiveTime: '2025-01-01', expireTime: '2025-12-31' },
      { ...automatic, effectiveTime: '2098-01-01' },
      {
        autoSign: 1,
        authorRole: 'SEAL_EXAMINER',
        authorRange: 1,
        templatesList: [{ templateId: other.templateId }],
      },
    ];
    for (const terms of rows) expect(await seal.attempt(person, terms)).toBe('200');
    await startFlow(person.client, template, { participantList: [] });
    expect((await enterprise.owner.client.call(sealDelete, { sealId })).envelope.code).toBe('200');
  });

  it('is restricted to managers of seals', async () => {
    const answer = await clerk.client.call(sealDelete, { sealId });
    expect([answer.status, answer.envelope.reason]).toEqual([403, 'PERMISSION_DENIED']);
    const admin = await enterprise.member(['SEAL_ADMIN']);
    expect(await admin.client.data(sealDelete, { sealId })).toEqual({});
  });
});
