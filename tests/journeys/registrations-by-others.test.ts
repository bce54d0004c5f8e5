/** Enterprises registered by a person other than their legal representative. */
import { baseInfo } from '@cinnabar/api/operations/enterprise.js';
import { signContract } from '@cinnabar/api/operations/flows.js';
import { findCorpByName } from '@cinnabar/server/areas/enterprise/index.js';
import {
  confirmRegistration,
  listWaitingRegistrations,
  withoutSeal,
} from '@cinnabar/server/areas/newcomers/index.js';
import { transact } from '@cinnabar/server/database/transact.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { Client } from '../support/client.js';
import { enterLink, openLink } from '../support/enter-link.js';
import { messagesTo } from '../support/messages-to.js';
import { asLegalRep, type Newcomer, newCorp, newcomer, signByLink } from '../support/newcomer.js';
import { refusalOf } from '../support/refusal.js';
import { actingMemberOf, type ContractsByLink, givenContractsByLink } from './contracts-by-link.js';

let app: RunningApp;
let contracts: ContractsByLink;

beforeAll(async () => {
  app = await startApp();
  contracts = await givenContractsByLink(app);
});
afterAll(() => app.close());

/** Not the person who registers it. */
const legal = { legalRepName: '钱法人', legalRepIdentNo: '310101197001010012' };

describe('registering an enterprise with another person as legal representative', () => {
  const repMobile = '13700008888';

  /** Registers with the legal representative's mobile. */
  async function waiting(who: Newcomer, legalRepMobile = repMobile) {
    const { corpName, corpCode } = newCorp();
    const flowId = await contracts.with(who, corpName);
    const visitor = await contracts.visitFor(who, flowId);
    await visitor.verify();
    const register = (change: object = {}) =>
      visitor.post('/corp/register', {
        ...{ corpName, corpCode, ...legal, legalRepMobile, sealName: '公章' },
        ...change,
      });
    return { corpName, corpCode, flowId, visitor, register };
  }

  /** The link about an enterprise sent to the legal representative. */
  async function addressFrom(mobile: string, corpName: string): Promise<string> {
    const asked = async () =>
      (await messagesTo(app.baseUrl, mobile)).findLast(({ text }) => text.includes(corpName));
    await expect.poll(asked, { timeout: 20_000 }).toBeDefined();
    return /https?:\S+\/l\/\S+/.exec((await asked())?.text ?? '')?.[0] ?? '';
  }

  async function asRepresentative(corpName: string) {
    const address = await addressFrom(repMobile, corpName);
    const session = await enterLink(app, address, { mobile: repMobile });
    return { address, session, pages: new Client(`${app.baseUrl}/pages`, session.client.headers) };
  }

  async function orderOf(pages: Client): Promise<string> {
    const { envelope } = await pages.post<{ url: string }>('/registration/confirm', {});
    return new URL(envelope.data.url).searchParams.get('orderNo') ?? '';
  }

  const isHere = async (corpName: string) => (await findCorpByName(app.app.database.db, corpName)) !== null;

  test('requires their mobile, and has no effect until they confirm: no enterprise, no owner, no contract', async () => {
    const { corpName, flowId, visitor, register } = await waiting(newcomer('程经办'));
    const without = await register({ legalRepMobile: null });
    expect(without.envelope).toMatchObject({ code: '400', msg: expect.stringContaining('legalRepMobile') });
    expect((await register()).envelope.data).toEqual({ corpId: null, waits: true });
    expect(await visitor.party()).toMatchObject({
      corp: {
        registered: false,
        identStatus: 'unidentified',
        waitsFor: { legalRepName: '钱法人', mobile: '137****8888' },
      },
      nextStep: 'wait',
    });
    expect(await isHere(corpName)).toBe(false);
    expect(await contracts.partOf(flowId)).toMatchObject({ participantCorpId: null });
    expect(
      await refusalOf(visitor.session.client.post(signContract.path, { flowId, signComponents: [] })),
    ).not.toEqual(['0', null]);
  });

  test('is confirmed by their face check, on a page that names the owner', async () => {
    const who = newcomer('方经办');
    const { corpName, corpCode, flowId, visitor, register } = await waiting(who);
    await register();
    const { pages, address } = await asRepresentative(corpName);
    // They do not know the enterprise that sent the contract: link and code name their own.
    expect((await openLink(app, address)).envelope.data.corpName).toBe(corpName);
    const code = (await messagesTo(app.baseUrl, repMobile)).findLast((each) => each.code !== null);
    expect(code?.text).toContain(`确认${corpName}的企业登记`);
    expect((await pages.post('/registration/view', {})).envelope.data).toEqual({
      corpName,
      corpCode,
      legalRepName: '钱法人',
      ownerName: '方经办',
      ownerMobile: expect.stringContaining('****'),
    });
    const failed = await orderOf(pages);
    const page = await app.post('/pages/face/open', { orderNo: failed });
    expect(page.envelope.data).toMatchObject({ purpose: 'registerCorp', corpName, newOwner: '方经办' });
    await app.post(`/sandbox/face/${failed}`, { result: 'fail' });
    expect(await isHere(corpName)).toBe(false);
    await app.post(`/sandbox/face/${await orderOf(pages)}`, { result: 'pass' });
    expect(await visitor.party()).toMatchObject({
      corp: { registered: true, identStatus: 'identified', waitsFor: null, standing: 'member' },
      nextStep: null,
    });
    expect(await signByLink(app, visitor, flowId)).toMatchObject({ signStatus: 3 });
    const owner = await actingMemberOf(app, corpName, visitor.person.userId);
    expect(await owner.data(baseInfo, {})).toMatchObject({
      legalRepName: '钱法人',
      adminInfo: { userId: visitor.person.userId },
    });
    expect((await openLink(app, address)).envelope.data.state).toBe('ended');
    const told = async () => (await messagesTo(app.baseUrl, who.mobile)).map(({ text }) => text).join('\n');
    await expect.poll(told, { timeout: 20_000 }).toContain(`您是${corpName}的所有者`);
  });

  test('ends with their refusal; the person may try again', async () => {
    const { corpName, visitor, register } = await waiting(newcomer('何经办'));
    await register();
    const { pages } = await asRepresentative(corpName);
    const orderNo = await orderOf(pages);
    expect((await pages.post('/registration/reject', {})).envelope.code).toBe('0');
    expect((await pages.post('/registration/view', {})).status).toBe(410);
    // A check begun before comes too late.
    expect((await app.post(`/sandbox/face/${orderNo}`, { result: 'pass' })).status).toBe(404);
    expect(await isHere(corpName)).toBe(false);
    expect((await visitor.party()).nextStep).toBe('register');
    expect((await register()).envelope.data).toEqual({ corpId: null, waits: true });
  });

  test('is replaced by the person’s new registration with another mobile', async () => {
    const { corpName, register } = await waiting(newcomer('冯经办'));
    await register({ legalRepMobile: '13700009999' });
    const earlier = await addressFrom('13700009999', corpName);
    await register();
    expect((await openLink(app, earlier)).envelope.data.state).toBe('ended');
    await asRepresentative(corpName);
  });

  test('does not exclude others: whoever is confirmed first has it', async () => {
    const [first, rightful] = [newcomer('占名'), newcomer('严法人')];
    const { corpName, corpCode, register } = await waiting(first);
    await register();
    const later = await contracts.visitFor(rightful, await contracts.with(rightful, corpName));
    await later.verify();
    const { envelope } = await later.post('/corp/register', { corpName, corpCode, ...asLegalRep(rightful) });
    expect(envelope.data).toMatchObject({ corpId: expect.any(Number), waits: false });
    const { pages } = await asRepresentative(corpName);
    expect((await app.post(`/sandbox/face/${await orderOf(pages)}`, { result: 'pass' })).status).toBe(400);
    const owner = await actingMemberOf(app, corpName, later.person.userId);
    expect(await owner.data(baseInfo, {})).toMatchObject({ adminInfo: { userId: later.person.userId } });
  });

  test('waits for the operator in the order in which it was asked for, whatever its id', async () => {
    const [first, second] = [await waiting(newcomer('先经办')), await waiting(newcomer('后经办'))];
    await first.register();
    await second.register();
    const { db, pool } = app.app.database;
    const names = async () =>
      (await listWaitingRegistrations(db, app.app.services.clock.now()))
        .map((row) => row.corp_name)
        .filter((name) => [first.corpName, second.corpName].includes(name));
    expect(await names()).toEqual([first.corpName, second.corpName]);
    // As if another process had given the first id: each takes ids from blocks of its own.
    const later = `update corp_registrations set created_at = created_at + interval '1 minute' where corp_name = $1`;
    await pool.query(later, [first.corpName]);
    expect(await names()).toEqual([second.corpName, first.corpName]);
  });

  test('may be confirmed by the operator, with evidence', async () => {
    const { corpName, visitor, register } = await waiting(newcomer('孔经办'));
    await register();
    const { database, services } = app.app;
    const step = { db: database.db, services, now: services.clock.now() };
    const row = (await listWaitingRegistrations(step.db, step.now)).find(
      (each) => each.corp_name === corpName,
    );
    if (row === undefined) throw new Error('nothing waits');
    const prepared = await withoutSeal(step, row.registration_id);
    const by = { way: 'operator', userId: null, reason: '盖章公函 2026-9' } as const;
    await transact(step.db, (tx) => confirmRegistration(tx, step, prepared, by));
    expect(await visitor.party()).toMatchObject({ corp: { standing: 'member' }, nextStep: null });
    const kept = await step.db
      .selectFrom('corp_identifications')
      .select(['way', 'reason'])
      .where('corp_id', '=', row.corp_id)
      .execute();
    expect(kept).toEqual([{ way: 'operator', reason: '盖章公函 2026-9' }]);
  });
});
