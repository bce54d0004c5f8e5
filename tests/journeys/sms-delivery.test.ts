/** What initiators learn of messages that a real provider could not deliver. */
import { contractHistory } from '@cinnabar/api/operations/flows.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FakeServer } from '../fakes/fake-server.js';
import { GATEWAY_SECRET, gatewayHeadersOf, gatewayReport, openSmsGateway } from '../fakes/sms-gateway.js';
import { SmsOutbox } from '../fakes/sms-outbox.js';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import { as, type FlowId, givenSeal, givenTemplate, startFlow, taskInfo } from '../support/given-flow.js';
import { jobsDone } from '../support/jobs-done.js';

const outbox = new SmsOutbox();
let gateway: FakeServer;
let app: RunningApp;
let home: Enterprise;
let partner: Enterprise;

beforeAll(async () => {
  gateway = await FakeServer.open(openSmsGateway(outbox));
  app = await startApp({
    settings: { SMS_PROVIDERS: 'http', SMS_HTTP_URL: gateway.url, SMS_HTTP_SECRET: GATEWAY_SECRET },
  });
  home = await givenEnterprise(app);
  partner = await givenEnterprise(app);
  await givenSeal(home);
});
afterAll(async () => {
  await app.close();
  await gateway.close();
});

async function started(): Promise<FlowId> {
  const template = await givenTemplate(home.owner.client, { parties: [{ flag: '乙方', area: true }] });
  const participantList = [as('乙方', partner.owner, partner)];
  const { flowId } = await startFlow(home.owner.client, template, { participantList });
  await jobsDone(app.app.database.pool);
  return flowId;
}

function report(body: string, headers: Record<string, string>): Promise<Response> {
  return fetch(`${app.baseUrl}/notifications/sms/http`, { method: 'POST', body, headers });
}

const now = () => app.app.services.clock.now();

describe('a message that the carrier could not deliver', () => {
  test('is told in the history of its contract, once, with what to do', async () => {
    const flowId = await started();
    const sent = outbox.sent.findLast(({ mobile }) => mobile === partner.owner.mobile);
    if (sent === undefined) throw new Error('nobody was told');
    const body = gatewayReport(sent, 'MK:0001');
    for (const _ of [1, 2]) expect((await report(body, gatewayHeadersOf(body, now()))).status).toBe(200);
    await jobsDone(app.app.database.pool);
    const { events, intact } = await home.owner.client.data(contractHistory, { flowId });
    expect(intact).toBe(true);
    const told = events.filter(({ kind }) => kind === 'noticeUndelivered');
    expect(told).toMatchObject([{ title: '通知未送达' }]);
    expect(told[0]?.detail).toContain('MK:0001');
    expect(told[0]?.detail).toContain('更换签署人');
    expect(told[0]?.detail).not.toContain(partner.owner.mobile);
    const { waiting } = await taskInfo(home.owner, flowId);
    expect(waiting).toMatchObject([{ why: 'messageNotDelivered' }]);
  });

  test.each([
    ['another secret', (body: string) => gatewayHeadersOf(body, now(), 'another secret of 24 bytes or more')],
    ['an old time', (body: string) => gatewayHeadersOf(body, new Date(now().getTime() - 301_000))],
    ['no signature', () => ({})],
  ])('is reported by nobody with %s', async (_what, headersOf) => {
    const body = gatewayReport({ key: 'flow-1', mobile: partner.owner.mobile }, 'MK:0001');
    expect((await report(body, headersOf(body))).status).toBe(400);
  });
});
