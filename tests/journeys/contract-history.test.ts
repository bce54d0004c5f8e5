/** The history of a contract, with the check of its hash chain. */
import { contractHistory, signFlowRemind } from '@cinnabar/api/operations/flows.js';
import { anchorHistories } from '@cinnabar/server/areas/flows/evidence/anchor-histories.js';
import { newestRoot } from '@cinnabar/server/areas/flows/evidence/store/evidence-roots.js';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import {
  as,
  type FlowId,
  fillAll,
  type GivenTemplate,
  givenSeal,
  givenTemplate,
  sign,
  startFlow,
} from '../support/given-flow.js';
import { tamper } from '../support/tamper.js';

let app: RunningApp;
let home: Enterprise;
let partner: Enterprise;
let template: GivenTemplate;

beforeAll(async () => {
  app = await startApp();
  home = await givenEnterprise(app);
  partner = await givenEnterprise(app);
  await givenSeal(home);
  await givenSeal(partner);
  template = await givenTemplate(home.owner.client, {
    pages: 1,
    parties: [
      { flag: '甲方', mode: 3, area: true, controls: ['amount'] },
      { flag: '乙方', area: true },
    ],
  });
});
afterAll(() => app.close());

async function started(more: Readonly<Record<string, string | 0 | 1>> = {}): Promise<FlowId> {
  const participantList = [as('乙方', partner.owner, partner)];
  const { flowId } = await startFlow(home.owner.client, template, { participantList, ...more });
  await fillAll(home.owner, flowId, '壹拾万元整');
  return flowId;
}

const historyOf = (person: Person, flowId: FlowId, language = 'zh') =>
  person.client.data(contractHistory, { flowId }, { 'accept-language': language });

describe('the history', () => {
  test('tells who did what when, for whom and with which proof', async () => {
    const flowId = await started();
    await sign(home.owner, flowId);
    await home.owner.client.data(signFlowRemind, { flowId });
    await sign(partner.owner, flowId);
    const { events, intact, brokenAt, head } = await historyOf(partner.owner, flowId);
    expect(events.map(({ kind }) => kind)).toEqual([
      ...['started', 'filled', 'fillingEnded', 'signed', 'reminded', 'signed', 'completed'],
    ]);
    expect(events.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(events[5]).toMatchObject({
      title: '签署',
      actor: partner.owner.realName,
      corpName: partner.corpName,
      proof: 'pwd',
      address: '127.0.*.*',
    });
    expect(events[1]?.detail).toContain('壹拾万元整');
    expect(events[6]).toMatchObject({ actor: '', corpName: '', proof: null, address: '' });
    expect([intact, brokenAt, head]).toEqual([true, null, events[6]?.hash]);
    const english = await historyOf(home.owner, flowId, 'en');
    expect(english.events[0]).toMatchObject({ title: 'Contract started', corpName: home.corpName });
  });

  test('names the newest daily root that covers it', async () => {
    const flowId = await started();
    const { services, database } = app.app;
    // A day beyond the reach of the service's own job.
    await anchorHistories(database.db, services, new Date(services.clock.now().getTime() + 24 * 3_600_000));
    const root = await newestRoot(database.db);
    const { dailyRoot } = await historyOf(home.owner, flowId);
    expect(dailyRoot).toMatchObject({ number: root?.number, root: root?.root, day: root?.day });
    expect(dailyRoot?.timestampTime).not.toBeNull();
  });

  test('tells where it was altered, and where its end is missing', async () => {
    const { db } = app.app.database;
    const altered = await started();
    await tamper(db, 'flow_events', (tx) =>
      tx
        .updateTable('flow_events')
        .set({ canonical: sql`replace(canonical, '壹拾', '玖拾')` })
        .where('flow_id', '=', altered)
        .execute(),
    );
    expect(await historyOf(home.owner, altered)).toMatchObject({ intact: false, brokenAt: 2 });
    const shortened = await started();
    await tamper(db, 'flow_events', (tx) =>
      tx.deleteFrom('flow_events').where('flow_id', '=', shortened).where('sequence', '=', 3).execute(),
    );
    expect(await historyOf(home.owner, shortened)).toMatchObject({ intact: false, brokenAt: 3 });
  });

  test('of an encrypted contract says nothing of its contents to who may not see them', async () => {
    const flowId = await started({ encryptFlag: 1 });
    const manager = await home.member(['CONTRACT_ADMIN']);
    const seen = await historyOf(manager, flowId);
    expect(seen.intact).toBe(true);
    expect(JSON.stringify(seen)).not.toContain('壹拾万元整');
    expect((await historyOf(partner.owner, flowId)).events[1]?.detail).toContain('壹拾万元整');
  });

  test('is read by those who see the contract, and by nobody else', async () => {
    const flowId = await started();
    const secret = await started({ privaryFlag: 1 });
    const stranger = await givenEnterprise(app);
    const manager = await home.member(['CONTRACT_ADMIN']);
    const plain = await home.member();
    const answer = async (person: Person, about: FlowId) => {
      const { status, envelope } = await person.client.call(contractHistory, { flowId: about });
      return [status, envelope.code, envelope.reason ?? null];
    };
    expect(await answer(stranger.owner, flowId)).toEqual([404, '404', null]);
    expect(await answer(plain, flowId)).toEqual([403, '403', 'PERMISSION_DENIED']);
    expect(await answer(manager, flowId)).toEqual([200, '200', null]);
    expect(await answer(manager, secret)).toEqual([404, '404', null]);
  });
});
