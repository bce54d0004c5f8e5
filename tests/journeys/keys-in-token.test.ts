// @module-tag pkcs11
import { readdir, readFile } from 'node:fs/promises';
import { certificateStatus, requestCertificate } from '@cinnabar/api/operations/certificates.js';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { givenEnterprise } from '../support/given-enterprise.js';
import * as given from '../support/given-flow.js';
import { pdfsig } from '../support/pdf/pdf-tools.js';
import { SoftToken } from '../support/soft-token.js';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 });

let token: SoftToken;
let app: RunningApp;

beforeAll(async () => {
  token = await SoftToken.make();
  app = await startApp({
    ownEngine: true,
    settings: {
      ...token.settings,
      ...{ KEYS_AUTHORITY: 'pkcs11', KEYS_ENTERPRISES: 'pkcs11', KEYS_SERVICES: 'pkcs11' },
      KEYS_WRAPPING: 'pkcs11',
    },
  });
});
afterAll(async () => {
  await app.close();
  await token.delete();
});

/** Everything of a flow that an act could have changed half-way. */
async function stateOf(flowId: given.FlowId) {
  const { db } = app.app.database;
  const [flow, signatures, certificates] = await Promise.all([
    db.selectFrom('flows').selectAll().where('flow_id', '=', flowId).execute(),
    db.selectFrom('flow_signatures').selectAll().where('flow_id', '=', flowId).execute(),
    db.selectFrom('signing_keys').select('key_id').execute(),
  ]);
  return { flow, signatures, certificates };
}

test('a contract is signed by keys of a token, which is taken out in the middle and put back', async () => {
  const buyer = await givenEnterprise(app);
  const seller = await givenEnterprise(app);
  await given.givenSeal(buyer);
  await given.givenSeal(seller);
  const template = await given.givenTemplate(buyer.owner.client, {
    parties: [
      { flag: '甲方', mode: 3, area: true },
      { flag: '乙方', mode: 0, area: true },
    ],
  });
  const { flowId } = await given.startFlow(buyer.owner.client, template, {
    participantList: [given.as('乙方', seller.owner, seller)],
  });
  await given.sign(buyer.owner, flowId);

  await token.remove();
  const before = await stateOf(flowId);
  const commands = await given.sealCommands(seller.owner, flowId);
  await given.confirmByPassword(seller.owner, flowId);
  const refused = await seller.owner.client.post('/signTask/signContract', commands);
  expect(refused.status).toBe(503);
  expect(await stateOf(flowId)).toEqual(before);
  await expect
    .poll(async () => (await fetch(`${app.baseUrl}/readyz`)).status, { timeout: 20_000, interval: 500 })
    .toBe(503);

  await token.putBack();
  await expect
    .poll(async () => (await fetch(`${app.baseUrl}/readyz`)).status, { timeout: 20_000, interval: 500 })
    .toBe(200);
  await given.sign(seller.owner, flowId);
  // It is judged by poppler, qpdf and OpenSSL.
  const pdf = await given.download(buyer.owner, flowId);
  expect(pdfsig(pdf).map(({ validation }) => validation)).toEqual([
    'Signature is Valid.',
    'Signature is Valid.',
  ]);

  const { db } = app.app.database;
  const keys = await db
    .selectFrom('signing_keys')
    .select(['place', 'encrypted_private_key', 'key_id'])
    .execute();
  expect(keys.map(({ place, encrypted_private_key: local }) => [place, local])).toEqual(
    keys.map(() => ['pkcs11', null]),
  );
  const listed = await token.privateKeys();
  for (const { key_id: id } of keys) expect(listed).toContain(id);

  const metrics = await (await fetch(`${app.baseUrl}/metrics`)).text();
  expect(metrics).toMatch(/key_store_duration_seconds_count\{store="pkcs11",op="sign",result="ok"\} \d/);
  // The seller's first act is where its data key is decrypted.
  expect(metrics).toMatch(
    /key_store_duration_seconds_count\{store="pkcs11",op="unguard",result="unavailable"\} \d/,
  );
});

test('neither the service nor the processes that parse documents hold the library of the token', async () => {
  const maps = async (pid: string) => readFile(`/proc/${pid}/maps`, 'utf8').catch(() => '');
  const commandOf = async (pid: string) => readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => '');
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const holders = [];
  const engines = [];
  for (const pid of pids) {
    const command = await commandOf(pid);
    if (command.includes('engine-child')) engines.push(pid);
    if (/libsofthsm2|pkcs11\.node/.test(await maps(pid))) holders.push(command);
  }
  expect(engines.length).toBeGreaterThan(0);
  expect(holders.length).toBeGreaterThan(0);
  for (const command of holders) expect(command).toContain('token-program.js');
  expect(await maps(String(process.pid))).not.toMatch(/libsofthsm2|pkcs11\.node/);
});

test('a request for a certificate that cannot be replaced without the token stays as it is', async () => {
  const { owner } = await givenEnterprise(app);
  const first = await owner.client.data(requestCertificate, { way: 'file' });
  await token.remove();
  const again = () => owner.client.call(requestCertificate, { way: 'file', replace: true });
  expect((await again()).status).toBe(503);
  expect((await owner.client.data(certificateStatus, {})).request).toEqual(first);
  await token.putBack();
  await expect.poll(async () => (await again()).status, { timeout: 20_000, interval: 500 }).toBe(200);
  const { request } = await owner.client.data(certificateStatus, {});
  expect(request).toMatchObject({ state: 'chainAwaited', pem: expect.not.stringContaining(first.pem) });
});
