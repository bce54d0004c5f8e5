/** An enterprise that leaves: it takes its data along, is closed, and can be reopened. */
import { createHash } from 'node:crypto';
import { baseInfo } from '@cinnabar/api/operations/enterprise.js';
import { contractCancel, contractEvidence } from '@cinnabar/api/operations/flows.js';
import { webhookList } from '@cinnabar/api/operations/webhooks.js';
import {
  closeCorp,
  corpFates,
  exportCorp,
  reopenCorp,
  viewClosing,
} from '@cinnabar/server/areas/closing/index.js';
import { charge } from '@cinnabar/server/areas/enterprise/index.js';
import { verifyChain } from '@cinnabar/server/custody/event-chain.js';
import { transact } from '@cinnabar/server/database/transact.js';
import { unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ageBlobs } from '../support/age-blobs.js';
import { type RunningApp, startApp } from '../support/app.js';
import { ask } from '../support/ask.js';
import { consoleOf } from '../support/console-login.js';
import { type Closing, givenClosing, planted } from '../support/given-closing.js';
import { type Enterprise, givenEnterprise, withNewToken } from '../support/given-enterprise.js';
import { as, download, givenSeal, sign, startFlow, taskInfo } from '../support/given-flow.js';
import { jobsDone } from '../support/jobs-done.js';
import { MARKER, plantMarkers } from '../support/plant-markers.js';
import { searchService } from '../support/search-service.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let app: RunningApp;
let closing: Closing;
let written = '';

beforeAll(async () => {
  const logTo = {
    write(line: string) {
      written += line;
    },
  };
  // Every file is searched for what must be gone, in the folder.
  app = await startApp({ logTo, settings: { LOG_LEVEL: 'debug', STORAGE: 'disk' } });
  closing = await givenClosing(app);
  await app.advance(600);
  await jobsDone(app.app.database.pool);
});
afterAll(() => app.close());

const db = () => app.app.database.db;

describe('the export', () => {
  let entries: Readonly<Record<string, Uint8Array>>;
  const textOf = (name: string): string => Buffer.from(entries[name] ?? []).toString('utf8');
  const rowsOf = (name: string): readonly object[] =>
    textOf(name)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));

  beforeAll(async () => {
    const { services } = app.app;
    const parts = await exportCorp({ db: db(), services, now: services.clock.now() }, closing.corp.corpId);
    const bytes: Uint8Array[] = [];
    for await (const part of parts ?? []) bytes.push(part);
    entries = unzipSync(Buffer.concat(bytes));
  });

  test('lists every file with its size and hash', () => {
    const { files, ...about } = JSON.parse(textOf('manifest.json'));
    expect(about).toMatchObject({
      format: 'cinnabar-enterprise',
      formatVersion: 1,
      corpId: closing.corp.corpId,
    });
    const found = Object.entries(entries)
      .filter(([name]) => name !== 'manifest.json')
      .map(([name, bytes]) => ({
        name,
        size: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
      }));
    expect(files).toEqual(found);
  });

  test('has contracts as signed, with a history that verifies, templates, seals, members, audit and account', async () => {
    const names = Object.keys(entries);
    const { shared, corp } = closing;
    const folder = names.find((name) => name.startsWith(`contracts/${shared} `))?.split('/')[1];
    const pdf = names.find((name) => name.startsWith(`contracts/${folder}/`) && name.endsWith('.pdf')) ?? '';
    expect(Buffer.from(entries[pdf] ?? []).equals(await download(corp.owner, shared))).toBe(true);
    const history = JSON.parse(textOf(`contracts/${folder}/history.json`));
    const events = history.events.map((event: { canonical: string; hash: string }) => ({
      ...event,
      event: JSON.parse(event.canonical),
    }));
    expect(verifyChain(events, history.eventHead)).toMatchObject({ intact: true });
    expect(history.intents.length).toBeGreaterThan(0);
    const template = names.find((name) => name.endsWith(`${planted.template}.zip`)) ?? '';
    expect(Object.keys(unzipSync(entries[template] ?? new Uint8Array()))).toContain('template.json');
    expect(names).toContainEqual(expect.stringMatching(new RegExp(`^seals/\\d+ ${planted.seal}\\.png$`)));
    expect(rowsOf('members.jsonl')).toContainEqual(
      expect.objectContaining({ userName: planted.clerk, mobile: planted.mobile, roles: ['TEMPLATE_ADMIN'] }),
    );
    expect(rowsOf('ledger.jsonl')).toHaveLength(3);
    expect(rowsOf('audit.jsonl')).toContainEqual(
      expect.objectContaining({
        act: 'webhook.create',
        sequence: expect.any(Number),
        hash: expect.any(String),
      }),
    );
    expect(JSON.parse(textOf('enterprise.json'))).toMatchObject({
      corpName: corp.corpName,
      webhooks: [{ url: planted.webhook }],
      balances: [{ ledger: 'collection' }, { ledger: 'contract', balance: 0 }],
    });
  });

  test('has neither secrets nor numbers of identity documents', () => {
    const all = Buffer.concat(Object.values(entries)).toString('latin1');
    for (const secret of [planted.identNum, closing.corp.appSecret, planted.legalRep]) {
      expect(all).not.toContain(secret);
    }
  });
});

const step = () => ({ services: app.app.services, now: app.app.services.clock.now(), by: null });

function close() {
  const { corpId } = closing.corp;
  return transact(db(), (tx) => closeCorp(tx, step(), { corpId, days: 30, reason: '来信 2026-31' }));
}

function reopen() {
  const { corpId } = closing.corp;
  return transact(db(), (tx) => reopenCorp(tx, step(), { corpId, reason: '来信 2026-32' }));
}

async function charged(count: number): Promise<void> {
  const { now, services } = step();
  const { corpId } = closing.corp;
  const entry = { corpId, ledger: 'contract', count, recordType: 'adminRecharge', now } as const;
  await transact(db(), (tx) =>
    charge(tx, services.ids, { ...entry, orderCode: null, remark: null, flow: null }),
  );
}

/** A contract of the enterprise with its partner that nobody has signed yet. */
function startShared() {
  const { corp, partner, template } = closing;
  const participantList = [as('乙方', partner.owner, partner)];
  return startFlow(corp.owner.client, template, { participantList, templateName: '季度采购合同' });
}

/** Verdicts on the shared contract and remarks on its signatures, as its partner gets them, each once. */
async function verdictsForPartner(): Promise<readonly string[]> {
  const { partner, shared } = closing;
  const { baseUrl, headers } = partner.owner.client;
  const answer = await ask(baseUrl + contractEvidence.path, {
    method: 'POST',
    headers: new Headers({ 'content-type': 'application/json', ...headers }),
    body: JSON.stringify({ flowId: shared, format: 'json' }),
  });
  const record: { files: readonly JudgedFile[]; parties: readonly { corpCode: string }[] } = JSON.parse(
    await answer.text(),
  );
  // Evidence goes on naming the enterprise after its data are removed.
  expect(record.parties.map(({ corpCode }) => corpCode)).not.toContain('');
  const { files } = record;
  const said = files.flatMap(({ verdict, signatures }) => [
    verdict,
    ...signatures.flatMap((each) => [each.verdict, ...each.remarks.map(({ code }) => code)]),
  ]);
  return [...new Set(said)];
}

/** The certificate was revoked after the time that the timestamps prove. */
const revokedLater = ['valid_with_remarks', 'CERTIFICATE_REVOKED_LATER', 'valid'];

interface JudgedFile {
  readonly verdict: string;
  readonly signatures: readonly {
    readonly verdict: string;
    readonly remarks: readonly { readonly code: string }[];
  }[];
}

describe('closing', () => {
  test('shows its effects in numbers, and names every remedy of what is in its way', async () => {
    const { corp } = closing;
    await charged(1);
    const pending = await startShared();
    await charged(3);
    const view = await viewClosing(db(), corp.corpId, step().now);
    expect(view).toMatchObject({
      closure: null,
      effects: {
        ...{ members: 2, applications: 2, webhooks: 1, automaticSeals: 0, certificates: 1 },
        ...{ templates: 2, seals: 1, contractsKept: 2, contractsRemoved: 1 },
      },
      remedies: [
        { en: expect.stringContaining(`1 contracts have not ended (${pending.flowCode})`) },
        { en: expect.stringContaining('"balance add --count=-3"') },
      ],
    });
    expect(await close()).toMatchObject({ kind: 'bound', remedies: [{}, {}] });
    expect((await corp.owner.client.call(baseInfo, {})).status).toBe(200);
    await corp.owner.client.data(contractCancel, { flowId: pending.flowId });
    // The cancelled contract came back.
    await charged(-4);
  });

  test('ends log-in, tokens, certificates, webhooks and links; what was signed stays valid', async () => {
    const { corp, clerk } = closing;
    expect(await verdictsForPartner()).toEqual(['valid']);
    const browser = await consoleOf(app, clerk.mobile);
    expect((await browser.act(corp.corpId, baseInfo.path)).status).toBe(200);
    await app.advance(60);
    expect(await close()).toMatchObject({ kind: 'closed' });
    expect(await close()).toMatchObject({ kind: 'already' });
    // Nobody acts from now on; a token is known to be gone within seconds of the machine's clock.
    expect((await corp.owner.client.call(baseInfo, {})).status).not.toBe(200);
    await expect.poll(async () => (await corp.owner.client.call(baseInfo, {})).status).toBe(401);
    const { appId, appSecret } = corp;
    expect((await app.client.post('/auth/getAccessToken', { appId, appSecret })).status).not.toBe(200);
    expect((await browser.act(corp.corpId, baseInfo.path)).status).not.toBe(200);
    const open = await db()
      .selectFrom('link_grants')
      .select('link_id')
      .where('corp_id', '=', corp.corpId)
      .where('ended_at', 'is', null)
      .execute();
    expect(open).toEqual([]);
    const certificates = await db()
      .selectFrom('certificates')
      .select(['revoked_at', 'revocation_reason'])
      .where('corp_id', '=', corp.corpId)
      .execute();
    expect(certificates).toEqual([{ revoked_at: expect.any(Date), revocation_reason: 5 }]);
    expect(await verdictsForPartner()).toEqual(revokedLater);
  });

  test('is undone by reopening, and the enterprise signs with a new certificate', async () => {
    const { corp } = closing;
    expect(await reopen()).toBe('reopened');
    expect(await reopen()).toBe('open');
    closing = { ...closing, corp: await withNewToken(app, corp) };
    expect((await closing.corp.owner.client.call(baseInfo, {})).status).toBe(200);
    const hooks = await closing.corp.owner.client.data(webhookList, {});
    expect(hooks).toMatchObject([{ status: 'enabled' }]);
    await charged(1);
    const { flowId } = await startShared();
    await sign(closing.corp.owner, flowId);
    await sign(closing.partner.owner, flowId);
  });
});

/** Rows of the enterprise in a table that says whose they are. */
async function rowsOfCorp(table: string, corpId: number): Promise<number> {
  const { rows } = await sql<{ column: string }>`
    select column_name as column from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and column_name in ('corp_id', 'viewer_corp_id')
  `.execute(db());
  const [named] = rows;
  if (named === undefined) return 0;
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)} where ${sql.id(named.column)} = ${corpId}
  `.execute(db());
  return counted.rows[0]?.count ?? 0;
}

describe('the removal', () => {
  /** An enterprise that shares nothing with anybody, and whose removal fails at first. */
  let lonely: Enterprise;
  const keysOf = async ({ corpId }: Pick<Enterprise, 'corpId'>) =>
    db().selectFrom('data_keys').select('version').where('corp_id', '=', corpId).execute();
  const closureOf = async ({ corpId }: Pick<Enterprise, 'corpId'>) =>
    (await viewClosing(db(), corpId, step().now))?.closure;

  beforeAll(async () => {
    lonely = await givenEnterprise(app, { contracts: 0, collections: 0 });
    await givenSeal(lonely, '孤章');
    const { corpId } = lonely;
    await transact(db(), (tx) => closeCorp(tx, step(), { corpId, days: 1, reason: '来信 2026-33' }));
    await sql`
      create function fail_removal() returns trigger language plpgsql as $$
      begin
        raise exception 'the disk is full';
      end $$
    `.execute(db());
    await sql`
      create trigger fail_removal before delete on seals for each row
        when (old.corp_id = ${sql.lit(corpId)}) execute function fail_removal()
    `.execute(db());
    expect(await close()).toMatchObject({ kind: 'closed' });
    const tables = await plantMarkers(db(), closing.corp.corpId);
    expect(tables).toEqual(
      expect.arrayContaining(['seals', 'members', 'seal_uses', 'page_drafts', 'approvals']),
    );
    expect(tables.length).toBeGreaterThan(35);
  });

  test('waits for the end of the period', async () => {
    const before = await searchService(app, planted);
    for (const [name, places] of Object.entries(before)) expect(places, name).not.toEqual([]);
    await app.advance(29 * 86_400);
    await jobsDone(app.app.database.pool);
    expect(await viewClosing(db(), closing.corp.corpId, step().now)).toMatchObject({
      closure: { removingAt: null },
    });
  });

  test('leaves no row of the enterprise outside of what stays', async () => {
    const { corpId } = closing.corp;
    await app.advance(2 * 86_400);
    await jobsDone(app.app.database.pool);
    const view = await viewClosing(db(), corpId, step().now);
    expect(view).toMatchObject({
      closure: {
        removedAt: expect.any(Date),
        // One more of each than there was: that with the marker.
        removed: { templates: 3, seals: 2, webhooks: 2, flows: 1, members: 3 },
      },
    });
    expect(await reopen()).toBe('removed');
    // The other one, which began earlier and fails, has not held it up.
    expect(await closureOf(lonely)).toMatchObject({ removingAt: expect.any(Date), removedAt: null });
    expect(written).toContain(`removing enterprise ${lonely.corpId}: the disk is full`);
    await sql`drop trigger fail_removal on seals`.execute(db());
    for (const [table, fate] of Object.entries(corpFates)) {
      if (fate !== 'deleted') continue;
      expect([table, await rowsOfCorp(table, corpId)]).toEqual([table, 0]);
    }
  });

  test('leaves none of its texts, in no column, file or log', async () => {
    await ageBlobs(app);
    await app.advance(2 * 3_600);
    await jobsDone(app.app.database.pool);
    const after = await searchService(app, planted, written);
    const markers = await searchService(app, { marker: MARKER }, written);
    expect(markers).toEqual({ marker: [] });
    // Books and audit stay; of a person who belonged nowhere else not even these.
    const audited = ['audit_entries.after'];
    expect(after).toEqual({
      ...{ clerk: [], mobile: [], identNum: [], job: [], template: [], draft: [], seal: [], legalRep: [] },
      ...{ webhook: audited, application: audited, network: audited },
      alone: ['ledger_entries.sign_flow_name'],
    });
  });

  test('is retried for one that failed, and takes the data keys where nothing stays that needs them', async () => {
    expect(await closureOf(lonely)).toMatchObject({
      removedAt: expect.any(Date),
      removed: { seals: 1, data_keys: 1 },
    });
    expect(await keysOf(lonely)).toEqual([]);
    expect(await keysOf(closing.corp)).toHaveLength(1);
  });

  test('destroys the keys of its certificates, and leaves the shared contract to its partner', async () => {
    const { corp, shared } = closing;
    const keys = await db()
      .selectFrom('signing_keys')
      .select('encrypted_private_key as key')
      .where('corp_id', '=', corp.corpId)
      .execute();
    expect(keys.length).toBeGreaterThan(0);
    expect(keys.filter(({ key }) => key !== null)).toEqual([]);
    closing = { ...closing, partner: await withNewToken(app, closing.partner) };
    const { partner } = closing;
    expect(await taskInfo(partner.owner, shared)).toMatchObject({ flowId: shared });
    expect((await download(partner.owner, shared)).length).toBeGreaterThan(1000);
    expect(await verdictsForPartner()).toEqual(revokedLater);
  });
});
