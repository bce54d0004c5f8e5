// @module-tag poppler
/** Contracts whose parties sign by P-256, by SM2 or by both, as poppler and the service's own verifier judge them. */
import { contractEvidence, contractHistory, signContract } from '@cinnabar/api/operations/flows.js';
import { sealModify, sealUpdateStatus } from '@cinnabar/api/operations/seals.js';
import { verifyDocument as verifyDocumentCall } from '@cinnabar/api/operations/verification.js';
import { findFonts } from '@cinnabar/fonts';
import { DocumentEngine } from '@cinnabar/pdf/engine/engine.js';
import { verifyDocument } from '@cinnabar/pdf/verify/verify-document.js';
import { readElectronicSeal } from '@cinnabar/pki/electronic-seals/electronic-seal-reader.js';
import { chainEntries } from '@cinnabar/server/areas/audit/chain-entries.js';
import { checkAllChains } from '@cinnabar/server/areas/audit/index.js';
import { openArchive } from '@cinnabar/server/areas/flows/index.js';
import { corpOptions } from '@cinnabar/server/areas/platform/index.js';
import { revokeCertificate } from '@cinnabar/server/authority/revocation.js';
import { chooseChainHash } from '@cinnabar/server/custody/chain-hash.js';
import { transact } from '@cinnabar/server/database/transact.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import type { DataOf } from '../support/client.js';
import { verifiedBy, wrongIn } from '../support/evidence-archive.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import {
  as,
  confirmByPassword,
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
import { pdfsig, qpdfProblems } from '../support/pdf/pdf-tools.js';
import { signedFiles } from '../support/signed-files.js';

let app: RunningApp;
let buyer: Enterprise;
let seller: Enterprise;
let guarantor: Person;
let template: GivenTemplate;
const engine = new DocumentEngine({ fonts: findFonts(), workers: 1 });

beforeAll(async () => {
  // The test replaces the maker of seals, whom each instance keeps for a while.
  app = await startApp({ instances: 1 });
  buyer = await givenEnterprise(app);
  seller = await givenEnterprise(app);
  for (const enterprise of [buyer, seller]) await givenSeal(enterprise);
  guarantor = await seller.member();
  await givenOwnPassword(app, guarantor);
  template = await givenTemplate(buyer.owner.client, {
    files: 2,
    parties: [
      { flag: '甲方', mode: 3, signOrder: 1, area: true },
      { flag: '乙方', mode: 0, signOrder: 2, area: true },
      { flag: '担保人', type: 0, signOrder: 3, area: true },
    ],
  });
});
afterAll(async () => {
  await engine.close();
  await app.close();
});

async function useSuite({ corpId }: Enterprise, suite: string): Promise<void> {
  const option = corpOptions['signatureSuite']?.read(suite);
  if (option === undefined) throw new Error(`no suite ${suite}`);
  expect(await transact(app.app.database.db, (tx) => option.change(tx, corpId))).toBe(true);
}

async function started(encryptFlag: 0 | 1 = 0): Promise<FlowId> {
  const participantList = [as('乙方', seller.owner, seller), as('担保人', guarantor, null)];
  return (await startFlow(buyer.owner.client, template, { participantList, encryptFlag })).flowId;
}

async function judged(pdf: Uint8Array) {
  const trusted = await app.app.services.authority.trustAnchors();
  const revocationLists = await app.app.services.revocationLists.all(new Date());
  return verifyDocument(Buffer.from(pdf), { trusted, revocationLists, now: new Date() });
}

/**
 * The keys of a file's signatures in their order, and which are with an electronic seal; they are valid, and a changed
 * byte makes it invalid.
 */
async function keysOf(pdf: Uint8Array): Promise<readonly string[]> {
  const { verdict, signatures } = await judged(pdf);
  expect([verdict, signatures.flatMap(({ problems }) => problems.map(({ code }) => code))]).toEqual([
    'valid',
    [],
  ]);
  expect((await judged(changed(pdf))).verdict).toBe('invalid');
  expect(qpdfProblems(pdf)).toBe('');
  return signatures
    .filter(({ kind }) => kind === 'signature')
    .map(({ certificate, seal }) => `${seal === null ? '' : 'seal '}${certificate?.algorithm}`);
}

/** With another byte inside its first stream. */
function changed(pdf: Uint8Array): Uint8Array {
  const copy = Buffer.from(pdf);
  const at = copy.indexOf('stream') + 20;
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}

/** Fields that poppler finds valid. */
function validInPoppler(pdf: Uint8Array): readonly string[] {
  return pdfsig(pdf)
    .filter(({ validation }) => validation === 'Signature is Valid.')
    .map(({ field }) => field);
}

const P256 = 'ec prime256v1';

async function archiveOf(flowId: FlowId) {
  const { baseUrl, headers } = buyer.owner.client;
  const response = await fetch(baseUrl + contractEvidence.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ flowId, format: 'zip' }),
  });
  return openArchive(new Uint8Array(await response.arrayBuffer()));
}

test.each([
  ['plain', 0],
  ['encrypted', 1],
] as const)(
  'the suite dual adds an SM2 signature to each file of a %s contract, with each act',
  async (_, encryptFlag) => {
    await useSuite(buyer, 'dual');
    await useSuite(seller, 'default');
    const flowId = await started(encryptFlag);
    for (const signer of [buyer.owner, seller.owner, guarantor]) await sign(signer, flowId);
    expect(await taskInfo(buyer.owner, flowId)).toMatchObject({ flowStatus: 3 });
    const files = await signedFiles(buyer.owner, flowId);
    expect(files).toHaveLength(2);
    for (const { pdf } of files) {
      // The seller has no suite of its own; the guarantor follows the enterprise whose contract it is.
      const ofPerson = ['seal sm2', 'sm2', P256];
      expect(await keysOf(pdf)).toEqual(['seal sm2', 'sm2', P256, P256, ...ofPerson]);
      const verdicts = validInPoppler(pdf);
      expect(verdicts).toHaveLength(3);
      expect(verdicts.every((field) => !/-(?:beside|seal-\d+)$/.test(field))).toBe(true);
      const last = pdfsig(pdf).find(({ total }) => total);
      expect(last?.validation).toBe('Signature is Valid.');
    }
    expect(await objections(files[0]?.pdf ?? Buffer.of())).toEqual([]);
    const archive = await archiveOf(flowId);
    expect(wrongIn(await verifiedBy(engine, archive))).toEqual([]);
    const record = Buffer.from(archive.get('evidence.json') ?? '').toString('utf8');
    expect(record.match(/"algorithm": ?"sm2"/g)).toHaveLength(8);
    expect(record.match(/"maker": ?"[^"]* Seal Maker G1"/g)).toHaveLength(4);
    expect(record).toContain('besideCertificate');
  },
);

test('a suite takes effect with the next act, in open contracts too', async () => {
  await useSuite(buyer, 'p256');
  const flowId = await started();
  await sign(buyer.owner, flowId);
  await useSuite(seller, 'sm2');
  await sign(seller.owner, flowId);
  await useSuite(buyer, 'rsa2048');
  await sign(guarantor, flowId);
  for (const { pdf } of await signedFiles(buyer.owner, flowId)) {
    expect(await keysOf(pdf)).toEqual([P256, 'seal sm2', 'sm2', 'rsa 2048']);
    expect(validInPoppler(pdf)).toHaveLength(2);
  }
  expect(wrongIn(await verifiedBy(engine, await archiveOf(flowId)))).toEqual([]);
});

async function verifiedOverHttp({ owner }: Enterprise, pdf: Uint8Array) {
  const file = { name: 'signed.pdf', bytes: pdf };
  const { envelope } = await owner.client.upload<DataOf<typeof verifyDocumentCall>>(
    verifyDocumentCall.path,
    file,
  );
  return envelope.data;
}

/** Versions of an enterprise's electronic seals, with the certificates that they list. */
function versions({ corpId }: Enterprise) {
  return app.app.database.db
    .selectFrom('electronic_seals')
    .select(['version', 'seal_name', 'certificate', 'maker', 'valid_until', 'seal'])
    .where('corp_id', '=', corpId)
    .orderBy('version')
    .execute();
}

test('an electronic seal is made at its first use, and again when its name, certificate or maker is another', async () => {
  const party = await givenEnterprise(app);
  const sealId = await givenSeal(party, '财务专用章');
  await useSuite(party, 'sm2');
  const own = await givenTemplate(party.owner.client, { parties: [{ flag: '甲方', mode: 3, area: true }] });
  const signedContract = async () => {
    const { flowId } = await startFlow(party.owner.client, own, { participantList: [] });
    await sign(party.owner, flowId);
    const [file] = await signedFiles(party.owner, flowId);
    if (file === undefined) throw new Error('no file');
    return file.pdf;
  };
  expect(await versions(party)).toEqual([]);
  const first = await signedContract();
  await signedContract();
  const [made, ...more] = await versions(party);
  if (made === undefined) throw new Error('no seal');
  expect(more).toEqual([]);
  const seal = readElectronicSeal(made.seal);
  expect(seal).toMatchObject({ name: '财务专用章', type: 1, validUntil: made.valid_until });
  expect(Buffer.from(seal.picture.data).subarray(1, 4).toString()).toBe('PNG');
  expect(seal.picture).toMatchObject({ width: 42, height: 42 });

  const verified = await verifiedOverHttp(party, first);
  expect(verified.valid).toBe(true);
  expect(verified.signatures.map((each) => each.seal?.name ?? null)).toEqual(['财务专用章', null]);

  await party.owner.client.data(sealModify, { sealId, sealName: '合同专用章' });
  await signedContract();
  const { db } = app.app.database;
  await revokeCertificate(db, made.certificate, 'superseded', new Date());
  await signedContract();
  const maker = await db
    .selectFrom('certificates')
    .selectAll()
    .where('serial_number', '=', made.maker)
    .executeTakeFirstOrThrow();
  await app.app.services.authority.sealMakers.succeed('seal-maker', maker, new Date());
  await signedContract();
  const all = await versions(party);
  expect(all.map(({ version, seal_name }) => `${version} ${seal_name}`)).toEqual([
    '1 财务专用章',
    '2 合同专用章',
    '3 合同专用章',
    '4 合同专用章',
  ]);
  expect(new Set(all.map(({ certificate }) => certificate)).size).toBe(2);
  expect(new Set(all.map(({ maker }) => maker)).size).toBe(2);
});

test('a suspended seal seals nothing, by any suite', async () => {
  const party = await givenEnterprise(app);
  const sealId = await givenSeal(party);
  await useSuite(party, 'dual');
  const own = await givenTemplate(party.owner.client, { parties: [{ flag: '甲方', mode: 3, area: true }] });
  const { flowId } = await startFlow(party.owner.client, own, { participantList: [] });
  await confirmByPassword(party.owner, flowId);
  const commands = await sealCommands(party.owner, flowId);
  await party.owner.client.data(sealUpdateStatus, { sealId, status: 4, reason: '公章遗失' });
  const { status, envelope } = await party.owner.client.call(signContract, commands);
  expect([status, envelope.reason]).toEqual([403, 'SEAL_NOT_USABLE']);
  expect(await versions(party)).toEqual([]);
});

const QUIET = { info: () => undefined, warn: () => undefined, error: () => undefined };

test('a history and an audit that change over to SM3 stay intact, in archives too', async () => {
  const { database, services } = app.app;
  const { db } = database;
  await useSuite(buyer, 'dual');
  const flowId = await started();
  await sign(buyer.owner, flowId);
  const chained = () => chainEntries(db, services.masterKey, new AbortController().signal);
  await chained();
  // As a process does that was started with EVENT_CHAIN_HASH=sm3.
  chooseChainHash(db, 'sm3');
  for (const signer of [seller.owner, guarantor]) await sign(signer, flowId);
  await givenSeal(buyer, '另一枚章');
  await chained();
  const archive = await archiveOf(flowId);
  chooseChainHash(db, 'sha256');
  expect(wrongIn(await verifiedBy(engine, archive))).toEqual([]);
  const lines = Buffer.from(archive.get('events.txt') ?? '').toString('utf8');
  const marks = lines.match(/.+/g)?.map((line) => line.includes('"hashedBy":"sm3"')) ?? [];
  expect(marks.lastIndexOf(false)).toBeLessThan(marks.indexOf(true));
  expect(marks.filter((isSm3) => !isSm3).length).toBeGreaterThan(1);
  const history = await buyer.owner.client.data(contractHistory, { flowId });
  expect(history).toMatchObject({ intact: true });
  const hashes = await db
    .selectFrom('audit_links')
    .select('hashed_by')
    .where('chain', '=', buyer.corpId)
    .orderBy('sequence')
    .execute();
  expect([hashes[0]?.hashed_by, hashes.at(-1)?.hashed_by]).toEqual(['sha256', 'sm3']);
  const checked = await checkAllChains({
    ...{ db, masterKey: services.masterKey, log: QUIET, now: new Date() },
    signal: new AbortController().signal,
  });
  expect(checked.broken).toEqual([]);
});

test('seals of an archived contract are proven after their certificates have ended', async () => {
  for (const corp of [buyer, seller]) await useSuite(corp, 'dual');
  const flowId = await started();
  for (const signer of [buyer.owner, seller.owner, guarantor]) await sign(signer, flowId);
  await app.advance(301);
  await jobsDone(app.app.database.pool);
  const [file] = await signedFiles(buyer.owner, flowId);
  const trusted = await app.app.services.authority.trustAnchors();
  const later = new Date(Date.now() + 4 * 365 * 86_400_000);
  const { signatures } = verifyDocument(Buffer.from(file?.pdf ?? Buffer.of()), { trusted, now: later });
  const ofSeals = signatures.filter(({ seal }) => seal !== null);
  expect(ofSeals.map(({ verdict, problems }) => [verdict, problems])).toEqual([
    ['valid', []],
    ['valid', []],
    ['valid', []],
  ]);
});
