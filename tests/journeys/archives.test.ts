import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FlowId } from '@cinnabar/api/schemas/flow.js';
import { embeddedSignatures } from '@cinnabar/pdf/sign/embedded-signatures.js';
import { ClassicFile } from '@cinnabar/pdf/syntax/classic-file.js';
import { isStream } from '@cinnabar/pdf/syntax/values.js';
import { verifyDocument } from '@cinnabar/pdf/verify/verify-document.js';
import { pemOf } from '@cinnabar/pki/asn1/pem.js';
import { TimestampAuthority } from '@cinnabar/server/authority/timestamp-authority.js';
import { AddressGuard } from '@cinnabar/server/outbound/address-guard.js';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type RunningApp, type StartOptions, startApp } from '../support/app.js';
import { givenEnterprise } from '../support/given-enterprise.js';
import * as given from '../support/given-flow.js';
import { jobsDone } from '../support/jobs-done.js';
import { objections } from '../support/pdf/judges.js';
import { said } from '../support/programs.js';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 });

const GRACE = 301;
const YEAR = 365 * 24 * 3600;

let folder: string;
const running: RunningApp[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cinnabar-archives-'));
});
afterEach(async () => {
  for (const each of running.splice(0)) await each.close();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function start(options?: StartOptions): Promise<RunningApp> {
  const app = await startApp(options);
  running.push(app);
  return app;
}

function tool(program: string, ...args: readonly string[]): Promise<string> {
  return said(program, folder, ...args);
}

/** A flow of this many enterprises, signed by all of them. */
async function signedFlow(app: RunningApp, parties = 2, encryptFlag: 0 | 1 = 0) {
  const corps = [];
  for (let index = 0; index < parties; index += 1) {
    const corp = await givenEnterprise(app);
    await given.givenSeal(corp);
    corps.push(corp);
  }
  const [buyer, ...others] = corps;
  if (buyer === undefined) throw new Error('a flow of nobody');
  const flags = ['甲方', '乙方', '丙方', '丁方', '戊方'];
  const template = await given.givenTemplate(buyer.owner.client, {
    parties: corps.map((_, index) => ({
      flag: flags[index] ?? '',
      mode: index === 0 ? 3 : 0,
      area: true,
    })),
  });
  const { flowId } = await given.startFlow(buyer.owner.client, template, {
    participantList: others.map((corp, index) => given.as(flags[index + 1] ?? '', corp.owner, corp)),
    encryptFlag,
  });
  for (const corp of corps) await given.sign(corp.owner, flowId);
  return { flowId, buyer, pdf: () => storedFile(app, flowId) };
}

/** The stored current revision: the tokens have expired years later. */
async function storedFile(app: RunningApp, flowId: FlowId): Promise<Uint8Array> {
  const { corp_id: corpId, current_hash: hash } = await app.app.database.db
    .selectFrom('flow_files')
    .select(['corp_id', 'current_hash'])
    .where('flow_id', '=', flowId)
    .executeTakeFirstOrThrow();
  return new Uint8Array(await app.app.services.blobs.get(corpId, hash));
}

async function pass(app: RunningApp, seconds: number): Promise<void> {
  await app.advance(seconds);
  await jobsDone(app.app.database.pool);
}

const archiveOf = (app: RunningApp, flowId: FlowId) =>
  app.app.database.db
    .selectFrom('flow_archives')
    .selectAll()
    .where('flow_id', '=', flowId)
    .executeTakeFirstOrThrow();

async function levelsOf(app: RunningApp, flowId: FlowId) {
  const rows = await app.app.database.db
    .selectFrom('flow_signatures')
    .select('level')
    .where('flow_id', '=', flowId)
    .execute();
  return [...new Set(rows.map(({ level }) => level))];
}

/** The store's streams. */
function storeOf(pdf: Uint8Array) {
  const file = new ClassicFile(pdf);
  const store = file.dictionary(file.dictionary(file.root)?.get('DSS'));
  const of = (key: string) =>
    (file.array(store?.get(key)) ?? []).flatMap((each) => {
      const found = file.resolve(each);
      return isStream(found) ? [found.data] : [];
    });
  return { certificates: of('Certs'), lists: of('CRLs'), answers: of('OCSPs') };
}

/** Results of independent programs for an archived file and its stored data. */
async function judge(app: RunningApp, pdf: Uint8Array): Promise<void> {
  const roots = (await app.app.services.authority.trustAnchors()).map(pemOf).join('');
  const now = app.app.services.clock.now();
  expect(await objections(pdf, { roots, at: now })).toEqual([]);
  await writeFile(join(folder, 'roots.pem'), roots);
  const at = String(Math.floor(now.getTime() / 1000));
  const { certificates, lists, answers } = storeOf(pdf);
  await writeFile(join(folder, 'pool.pem'), certificates.map(pemOf).join(''));
  for (const list of lists) {
    await writeFile(join(folder, 'list.crl'), list);
    const args = ['-inform', 'DER', '-in', 'list.crl', '-CAfile', 'pool.pem', '-noout'];
    expect(await tool('openssl', 'crl', ...args)).toContain('verify OK');
  }
  for (const answer of answers) {
    await writeFile(join(folder, 'answer.der'), answer);
    const args = [
      '-respin',
      'answer.der',
      '-CAfile',
      'roots.pem',
      '-verify_other',
      'pool.pem',
      '-attime',
      at,
    ];
    expect(await tool('openssl', 'ocsp', ...args, '-resp_text')).toContain('Cert Status: good');
  }
}

describe('long-term validation', () => {
  it.each([1, 2, 5])(
    'a contract of %i signers reaches B-LTA, and is accepted by all judges',
    async (parties) => {
      const app = await start();
      const { flowId, buyer, pdf } = await signedFlow(app, parties);
      const signed = await pdf();
      expect(await archiveOf(app, flowId)).toMatchObject({ level: 'B-B', attempts: 0 });
      await pass(app, GRACE);
      const archived = await pdf();
      expect(Buffer.from(archived).subarray(0, signed.length).equals(Buffer.from(signed))).toBe(true);
      const embedded = embeddedSignatures(archived);
      expect(embedded.at(-1)).toMatchObject({ kind: 'timestamp', end: archived.length });
      expect(embedded.filter(({ kind }) => kind === 'timestamp')).toHaveLength(1);
      const { lists, answers } = storeOf(archived);
      // Every signer and the timestamp authority; the issuing certificate is covered by the root's list.
      expect([lists.length, answers.length]).toEqual([2, parties + 1]);
      await judge(app, archived);
      expect(await levelsOf(app, flowId)).toEqual(['B-LTA']);
      const record = await archiveOf(app, flowId);
      expect(record).toMatchObject({ level: 'B-LTA', complete: true, archived: true, attempts: 0 });
      await pass(app, 3600);
      expect(Buffer.compare(await pdf(), archived)).toBe(0);
      expect(Buffer.compare(await given.download(buyer.owner, flowId), archived)).toBe(0);
    },
  );

  it('the archive timestamp is renewed before its certificate expires, with the validation data of the old one', async () => {
    const app = await start();
    const { flowId, pdf } = await signedFlow(app);
    await pass(app, GRACE);
    const first = await pdf();
    for (let year = 1; year <= 4; year += 1) await pass(app, YEAR);
    expect(await pdf()).toEqual(first);
    await pass(app, YEAR - 60 * 24 * 3600);
    const renewed = await pdf();
    expect(Buffer.from(renewed).subarray(0, first.length).equals(Buffer.from(first))).toBe(true);
    expect(embeddedSignatures(renewed).filter(({ kind }) => kind === 'timestamp')).toHaveLength(2);
    expect(storeOf(renewed).answers.length).toBe(storeOf(first).answers.length + 1);
    expect(await objections(renewed)).toEqual([]);
    expect(await levelsOf(app, flowId)).toEqual(['B-LTA']);
    const { timestamp_ends_at: ends, due_at: due } = await archiveOf(app, flowId);
    const now = app.app.services.clock.now().getTime();
    expect((ends?.getTime() ?? 0) - now).toBeGreaterThan(3.9 * YEAR * 1000);
    // A year after the first archive timestamp expired, the whole file still validates with the root as the only trust
    // anchor.
    const trusted = await app.app.services.authority.trustAnchors();
    const later = verifyDocument(renewed, { trusted, now: new Date(now + YEAR * 1000) });
    expect(later.signatures.map(({ level }) => level)).toEqual(['B-LTA', 'B-LTA', null, null]);
    // Only signatures, timestamps and validation data followed, so no page has to be compared.
    expect(later.secondOpinion).toEqual({ status: 'notNeeded' });
    // Except for the newest timestamp, after which no validation data has been added yet.
    const codes = later.signatures.map(({ problems }) => problems.map(({ code }) => code));
    expect(codes).toEqual([[], [], [], ['REVOCATION_UNKNOWN', 'REVOCATION_UNKNOWN']]);
    expect(due?.getTime() ?? 0).toBeLessThan(ends?.getTime() ?? 0);
  });

  it('an unavailable authority leaves the file at its level; the job continues once it is available', async () => {
    const other = await start();
    const authority = await givenAuthority(other);
    try {
      const app = await start({
        settings: { TSA_URLS: authority.address, TSA_TRUST: authority.trust, TSA_DEADLINE_MS: '2000' },
      });
      const { flowId, pdf } = await signedFlow(app);
      await pass(app, GRACE);
      const down = await archiveOf(app, flowId);
      // The DSS exists, but without a trusted time the level is not B-T.
      expect(down).toMatchObject({ level: 'B-B', complete: true, archived: false, attempts: 1 });
      expect(await levelsOf(app, flowId)).toEqual(['B-B']);
      const waiting = await pdf();
      await pass(app, GRACE);
      expect(await archiveOf(app, flowId)).toMatchObject({ level: 'B-B', attempts: 2 });
      expect(await pdf()).toEqual(waiting);
      authority.comeUp();
      await pass(app, 2 * GRACE);
      // The document timestamp alone proves the signing time; its validation data is added with the next one.
      expect(await archiveOf(app, flowId)).toMatchObject({ level: 'B-T', archived: false, attempts: 3 });
      await pass(app, 4 * GRACE);
      expect(await archiveOf(app, flowId)).toMatchObject({ level: 'B-LTA', archived: true, attempts: 0 });
      expect(await levelsOf(app, flowId)).toEqual(['B-LTA']);
      expect(await objections(await pdf())).toEqual([]);
      // Verification reports this as well, although the times come from another authority.
      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(await pdf())]), 'archived.pdf');
      const told = await fetch(`${app.baseUrl}/pages/verify`, { method: 'POST', body: form });
      expect(await told.json()).toMatchObject({
        data: { conclusion: 'trusted', signatures: [{ level: 'B-LTA' }, { level: 'B-LTA' }, {}, {}] },
      });
    } finally {
      authority.server.close();
    }
  });

  it('unavailable revocation data is reported: a document timestamp yields B-T, the rest follows', async () => {
    const other = await start();
    const authority = await givenAuthority(other);
    authority.comeUp();
    try {
      const app = await start({
        settings: { TSA_URLS: authority.address, TSA_TRUST: authority.trust, TSA_DEADLINE_MS: '2000' },
      });
      const { flowId, pdf } = await signedFlow(app);
      const asked = vi.spyOn(AddressGuard.prototype, 'permits').mockReturnValue(false);
      await pass(app, GRACE);
      // Its responder, and the list of its issuer.
      expect(asked.mock.calls.length).toBeGreaterThanOrEqual(2);
      expect(await archiveOf(app, flowId)).toMatchObject({ level: 'B-T', complete: false, archived: false });
      expect(await levelsOf(app, flowId)).toEqual(['B-T']);
      asked.mockRestore();
      await pass(app, GRACE);
      expect(await archiveOf(app, flowId)).toMatchObject({ level: 'B-LTA', complete: true, archived: true });
      expect(await objections(await pdf())).toEqual([]);
    } finally {
      vi.restoreAllMocks();
      authority.server.close();
    }
  });

  it('a process killed between storing and committing leaves the flow unchanged, and the next process archives it', async () => {
    const app = await start({ instances: 1 });
    const { flowId, pdf } = await signedFlow(app);
    const before = await pdf();
    const { blobs } = app.app.services;
    const put = vi.spyOn(blobs, 'put').mockImplementation(async (...args) => {
      put.mockRestore();
      await blobs.put(...args);
      throw new Error('the process was killed');
    });
    await pass(app, GRACE);
    expect(await pdf()).toEqual(before);
    expect(await archiveOf(app, flowId)).toMatchObject({ level: 'B-B', complete: false, attempts: 1 });
    await pass(app, GRACE);
    expect(await archiveOf(app, flowId)).toMatchObject({ level: 'B-LTA' });
    expect(embeddedSignatures(await pdf()).filter(({ kind }) => kind === 'timestamp')).toHaveLength(1);
  });

  it('a contract that cannot be decrypted does not keep others from being archived, and follows once it can', async () => {
    const app = await start();
    const { db } = app.app.database;
    const damaged = await signedFlow(app, 2, 1);
    const sound = await signedFlow(app, 2, 1);
    const row = () => db.selectFrom('flows').select('sealed').where('flow_id', '=', damaged.flowId);
    const put = (sealed: Uint8Array | null) =>
      db.updateTable('flows').set({ sealed }).where('flow_id', '=', damaged.flowId).execute();
    const { sealed } = await row().executeTakeFirstOrThrow();
    await put(Buffer.from('not what was encrypted'));
    await pass(app, GRACE);
    expect(await archiveOf(app, damaged.flowId)).toMatchObject({ level: 'B-B', attempts: 1 });
    expect(await archiveOf(app, sound.flowId)).toMatchObject({ level: 'B-LTA' });
    await put(sealed);
    await pass(app, GRACE);
    expect(await archiveOf(app, damaged.flowId)).toMatchObject({ level: 'B-LTA', attempts: 0 });
  });

  it('without an authority nothing is archived, and no level is claimed', async () => {
    const app = await start({ settings: { TSA_URLS: 'none' } });
    const { flowId, pdf } = await signedFlow(app);
    const before = await pdf();
    await pass(app, GRACE);
    expect(await pdf()).toEqual(before);
    expect(await archiveOf(app, flowId)).toMatchObject({ level: 'B-B', due_at: null });
  });
});

/** An external authority that is unavailable at first. */
async function givenAuthority({ app }: RunningApp) {
  const { authority, clock } = app.services;
  const elsewhere = new TimestampAuthority(authority.services);
  await authority.chain(clock.now());
  let up = false;
  const server: Server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const body = await elsewhere.answer(Buffer.concat(parts), clock.now());
    response.writeHead(up ? 200 : 503, { 'content-type': 'application/timestamp-reply' });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const trust = join(folder, 'elsewhere.pem');
  await writeFile(trust, (await authority.trustAnchors()).map(pemOf).join(''));
  return {
    server,
    address: `http://127.0.0.1:${port}/tsr`,
    trust,
    comeUp: () => {
      up = true;
    },
  };
}
