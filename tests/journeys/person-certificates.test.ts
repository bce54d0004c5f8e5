/** Persons who sign with certificates that another authority issues for each act. */
// @module-tag openssl
import { signContract } from '@cinnabar/api/operations/flows.js';
import { verifyDocument } from '@cinnabar/api/operations/verification.js';
import { certificatesInPem, pemBlock, pemOf } from '@cinnabar/pki/asn1/pem.js';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { FakeCertificateGateway } from '../fakes/certificate-gateway.js';
import { FakeServer } from '../fakes/fake-server.js';
import { GATEWAY_SECRET } from '../fakes/sms-gateway.js';
import { type RunningApp, startApp } from '../support/app.js';
import type { DataOf } from '../support/client.js';
import { ExternalAuthority } from '../support/external-authority.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import {
  as,
  confirmByPassword,
  download,
  type FlowId,
  type GivenTemplate,
  givenSeal,
  givenTemplate,
  sealCommands,
  sign,
  startFlow,
  taskInfo,
} from '../support/given-flow.js';
import { jobsDone } from '../support/jobs-done.js';
import { givenOwnPassword } from '../support/own-password.js';
import { objections } from '../support/pdf/judges.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let authority: ExternalAuthority;
let gateway: FakeCertificateGateway;
let server: FakeServer;
let app: RunningApp;
let corp: Enterprise;
let guarantor: Person;
let template: GivenTemplate;
/** Of the certificates that are issued next; null: as the request wants it. */
let subject: string | null = null;

beforeAll(async () => {
  authority = await ExternalAuthority.open();
  gateway = new FakeCertificateGateway((der) =>
    certificatesInPem(
      authority.chainFor(pemBlock('CERTIFICATE REQUEST', der), {
        days: 1,
        ...(subject === null ? {} : { subject }),
      }),
    ).map(({ bytes }) => bytes),
  );
  server = await FakeServer.open((asked) => gateway.answer(asked));
  app = await startApp({
    settings: {
      ...{ CERTIFICATE_SOURCE_PERSONS: 'json', CERTIFICATE_JSON_URL: server.url },
      ...{ CERTIFICATE_JSON_SECRET: GATEWAY_SECRET, SIGNATURE_TRUST: authority.rootFile },
    },
  });
  corp = await givenEnterprise(app);
  await givenSeal(corp);
  guarantor = await corp.member();
  await givenOwnPassword(app, guarantor);
  template = await givenTemplate(corp.owner.client, {
    parties: [
      { flag: '甲方', mode: 3, signOrder: 1, area: true },
      { flag: '担保人', type: 0, signOrder: 2, area: true },
    ],
  });
});
afterAll(async () => {
  await app.close();
  await server.close();
  await authority.close();
});

/** A contract that waits for the person alone. */
async function waiting(): Promise<FlowId> {
  const participantList = [as('担保人', guarantor, null)];
  const { flowId } = await startFlow(corp.owner.client, template, { participantList });
  await sign(corp.owner, flowId);
  return flowId;
}

/** Everything of a flow that an act could have changed half-way. */
async function stateOf(flowId: FlowId) {
  const { db } = app.app.database;
  const [flow, signatures, intents, roots] = await Promise.all([
    db.selectFrom('flows').selectAll().where('flow_id', '=', flowId).execute(),
    db.selectFrom('flow_signatures').selectAll().where('flow_id', '=', flowId).execute(),
    db.selectFrom('flow_intents').selectAll().where('flow_id', '=', flowId).execute(),
    db.selectFrom('external_roots').selectAll().execute(),
  ]);
  return { flow, signatures, intents, roots };
}

async function verified(pdf: Uint8Array) {
  const file = { name: '合同.pdf', bytes: pdf };
  const { envelope } = await corp.owner.client.upload<DataOf<typeof verifyDocument>>(
    verifyDocument.path,
    file,
  );
  return envelope.data;
}

// First: later tests set the service's clock ahead of the authority's.
test('a certificate that is issued while the act waits for it is no younger than the signature', async () => {
  const flowId = await waiting();
  const commands = await sealCommands(guarantor, flowId);
  await confirmByPassword(guarantor, flowId);
  Object.assign(gateway, { pendingTimes: 1, retryAfter: 1.5 });
  const { envelope } = await guarantor.client.post(signContract.path, commands);
  Object.assign(gateway, { pendingTimes: 0, retryAfter: 3600 });
  expect(envelope).toMatchObject({ code: '0', data: { flowStatus: 3 } });
  await app.advance(301);
  await jobsDone(app.app.database.pool);
  const { valid, signatures } = await verified(await download(corp.owner, flowId));
  expect(signatures.map(({ problems }) => problems)).toEqual([[], [], []]);
  expect(valid).toBe(true);
  const { certificate, signTime, timestamp } = signatures.at(1) ?? {};
  expect(signTime).toBe(certificate?.notBefore);
  expect(timestamp?.time).toBe(certificate?.notBefore);
});

test('an act for which the authority answers 503 changes nothing, and its repetition succeeds', async () => {
  const flowId = await waiting();
  const commands = await sealCommands(guarantor, flowId);
  await confirmByPassword(guarantor, flowId);
  const before = await stateOf(flowId);
  const keyed = guarantor.client.with({ 'Idempotency-Key': 'guarantor-signs-once' });
  const act = () => keyed.post<{ readonly flowStatus: number }>(signContract.path, commands);

  server.failAlways('busy');
  const refused = await act();
  expect([refused.status, refused.envelope.msg]).toEqual([
    503,
    expect.stringContaining('证书机构暂时没有签发'),
  ]);
  expect(await stateOf(flowId)).toEqual(before);
  server.failAlways(null);
  const done = await act();
  expect(done).toMatchObject({ status: 200, envelope: { code: '0' } });
  // The stored answer: nothing is signed or ordered again.
  const orders = gateway.orders.length;
  expect((await act()).envelope).toEqual(done.envelope);
  expect(gateway.orders).toHaveLength(orders);
  expect(gateway.orders.at(-1)).toMatchObject({ kind: 'person', subject: { name: guarantor.realName } });
  expect(await taskInfo(corp.owner, flowId)).toMatchObject({ flowStatus: 3 });

  await app.advance(301);
  await jobsDone(app.app.database.pool);
  const pdf = await download(corp.owner, flowId);
  const own = (await app.app.services.authority.trustAnchors()).map(pemOf).join('');
  const roots = `${own}${authority.rootPem}`;
  expect(await objections(pdf, { roots, at: app.app.services.clock.now() })).toEqual([]);
  const { valid, record, signatures } = await verified(pdf);
  expect([valid, record?.matches]).toEqual([true, true]);
  const found = signatures.map(({ certificate, level, problems }) => [certificate?.issuer, level, problems]);
  expect(found.slice(0, 2)).toEqual([
    [expect.stringContaining('Issuing CA'), 'B-LTA', []],
    [expect.stringContaining('CN=Other Issuing,'), 'B-LTA', []],
  ]);
});

test.each([
  ['refuses', { refusal: 'QUOTA', name: null }],
  ['certifies somebody else', { refusal: null, name: '/CN=Somebody Else' }],
])('an authority that %s leaves the contract as it is', async (_, { refusal, name }) => {
  const flowId = await waiting();
  const commands = await sealCommands(guarantor, flowId);
  await confirmByPassword(guarantor, flowId);
  const before = await stateOf(flowId);
  if (refusal !== null) gateway.refusals.push(refusal);
  subject = name;
  expect((await guarantor.client.post(signContract.path, commands)).status).toBe(503);
  expect(await stateOf(flowId)).toEqual(before);
  subject = null;
  expect((await guarantor.client.post(signContract.path, commands)).status).toBe(200);
});
