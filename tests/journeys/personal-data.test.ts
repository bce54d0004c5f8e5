/** A person's data: exported, then erased, and nowhere to be found outside of what has to stay. */
import { randomUUID } from 'node:crypto';
import { contractCancel } from '@cinnabar/api/operations/flows.js';
import { memberModify } from '@cinnabar/api/operations/members.js';
import { createByHandwriting } from '@cinnabar/api/operations/personal-seals.js';
import { keepDraft } from '@cinnabar/api/operations/workspace.js';
import { acceptanceOf } from '@cinnabar/api/pages/agreements.js';
import type { MyData } from '@cinnabar/api/pages/my-data.js';
import { commandOrigin } from '@cinnabar/server/areas/audit/index.js';
import { acceptAgreements, hasConsented } from '@cinnabar/server/areas/consents/index.js';
import { correctName } from '@cinnabar/server/areas/members/index.js';
import { erasePerson, fates } from '@cinnabar/server/areas/personal-data/index.js';
import { transact } from '@cinnabar/server/database/transact.js';
import type { UserId } from '@cinnabar/server/operation/context.js';
import { unzipSync } from 'fflate';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ageBlobs } from '../support/age-blobs.js';
import { type RunningApp, startApp } from '../support/app.js';
import { ask } from '../support/ask.js';
import { authenticatorCode } from '../support/authenticator.js';
import type { Client } from '../support/client.js';
import { type ConsoleBrowser, consoleOf } from '../support/console-login.js';
import { bySession } from '../support/enter-link.js';
import { type Employment, givenEmployment } from '../support/given-employment.js';
import type { Person } from '../support/given-enterprise.js';
import { type FlowId, givenTemplate, sign, taskInfo } from '../support/given-flow.js';
import { mySession } from '../support/my-session.js';
import { givenOwnPassword } from '../support/own-password.js';
import { byOwnLink } from '../support/own-session.js';
import { type Places, searchService } from '../support/search-service.js';
import { signOnPage } from '../support/sign-on-page.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const known = {
  realName: '司徒墨渊',
  mobile: '13655550917',
  identNum: '370102198511234517',
  email: 'moyuan.situ@example.com',
  loginPassword: '竹林 runs 7 rivers',
  draft: '墨渊的草稿合同',
  passkey: 'passkey-of-moyuan',
  passkeyName: '墨渊的手机',
  reason: '身份证复印件 MY-2026',
  address: '203.0.113.97',
  device: 'Browser of Moyuan',
};

let app: RunningApp;
let employment: Employment;
let written = '';

beforeAll(async () => {
  const logTo = {
    write(line: string) {
      written += line;
    },
  };
  // Every file is searched for what must be gone, in the folder.
  app = await startApp({ logTo, settings: { LOG_LEVEL: 'debug', STORAGE: 'disk' } });
  employment = await givenEmployment(app);
});
afterAll(() => app.close());

const db = () => app.app.database.db;

interface Known {
  readonly person: Person;
  readonly session: Client;
  /** Everything that is known of them and stored as such, by name. */
  readonly values: Readonly<Record<string, string | Uint8Array>>;
  readonly flowCode: string;
  readonly totp: string;
}

async function handwriting(): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="500">
    <g fill="none" stroke="#1030c0" stroke-width="12"><path d="M300 200 C 400 100 500 320 600 200"/></g></svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

/** A contract of the employer with the person, signed by both. */
async function signedContract(person: Person): Promise<FlowId> {
  const { employer } = employment;
  const flowId = await employment.contractWith(person);
  const session = await byOwnLink(app, employer, flowId, person);
  const own = bySession(person, session);
  const image = (await handwriting()).toString('base64');
  await own.client.data(createByHandwriting, { image });
  await signOnPage(app, session, person, flowId);
  await sign(employer.owner, flowId);
  return flowId;
}

async function setUpLogin(browser: ConsoleBrowser): Promise<string> {
  await browser.page('/pages/security/setPassword', { password: known.loginPassword });
  const offered = await browser.page<{ secret: string }>('/pages/security/offerTotp');
  const { secret } = offered.envelope.data;
  const code = authenticatorCode(app, secret, -1);
  expect((await browser.page('/pages/security/acceptTotp', { code })).envelope.code).toBe('0');
  return secret;
}

/** Records that are written once. */
async function writeRecords(userId: UserId): Promise<void> {
  const correction = { userId, realName: known.realName, reason: known.reason, by: 'platform' } as const;
  const { services } = app.app;
  await transact(db(), (tx) => correctName(tx, services.ids, { ...correction, now: services.clock.now() }));
  await sql`
    insert into consents (user_id, agreement, version, text_hash, corp_id, flow_id, accepted_at, address, device)
      values (${userId}, 'identityCheck', '1', 'hash', 0, 0, now(), ${known.address}, ${known.device})`.execute(
    db(),
  );
  await sql`
    insert into sms_messages (idempotency_key, mobile, template, state, provider, created_at, changed_at)
      values ('message-of-moyuan', ${known.mobile}, 'commSms', 'delivered', 'aliyun', now(), now())`.execute(
    db(),
  );
  await sql`
    insert into mobile_changes
      (change_id, user_id, mobile, mobile_digest, proven_by, changed_at, address, device)
      values (1, ${userId}, '136****0917', 'digest', 'codes', now(), ${known.address}, ${known.device})`.execute(
    db(),
  );
}

async function givenKnownPerson(): Promise<Known> {
  const { employer } = employment;
  const { realName, mobile, identNum } = known;
  const member = await employer.member(['TEMPLATE_ADMIN'], { realName: '司徒黑渊', mobile, identNum });
  const person = { ...member, realName };
  const { userId } = person;
  await writeRecords(userId);
  const flowId = await signedContract(person);
  await employer.owner.client.data(memberModify, { userId, userName: realName, email: known.email });
  await givenOwnPassword(app, person);
  await person.client.data(keepDraft, { draftKey: randomUUID(), flowTitle: known.draft });
  await givenTemplate(person.client, {
    pages: 1,
    parties: [{ flag: '甲方', mode: 3, signOrder: 1, area: true }],
  });
  const totp = await setUpLogin(await consoleOf(app, person.mobile));
  await sql`
    insert into passkeys (credential_id, user_id, public_key, counter, name, created_at)
      values (${known.passkey}, ${userId}, 'key of a passkey'::bytea, 0, ${known.passkeyName}, now())`.execute(
    db(),
  );
  const { flowCode } = await taskInfo(employer.owner, flowId);
  const values = { ...known, ...(await storedSecrets(userId)) };
  return { person, values, flowCode, totp, session: await mySession(app, person.mobile) };
}

/** What is stored of passwords, of the authenticator and of the handwriting. */
async function storedSecrets(userId: UserId): Promise<Readonly<Record<string, string | Uint8Array>>> {
  const only = { user_id: userId };
  const of = async (table: 'person_passwords' | 'login_passwords') =>
    (
      await sql<{
        verifier: string;
      }>`select verifier from ${sql.table(table)} where user_id = ${only.user_id}`.execute(db())
    ).rows[0]?.verifier ?? '';
  const seal = await db()
    .selectFrom('personal_seals')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  const factor = await db()
    .selectFrom('totp_factors')
    .select('secret')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  const { blobs, envelope } = app.app.services;
  return {
    picture: await blobs.get(seal.corp_id, seal.picture_hash),
    pictureHash: seal.picture_hash,
    signPassword: await of('person_passwords'),
    passwordVerifier: await of('login_passwords'),
    authenticator: await envelope.decrypt(0, `totp secret ${userId}`, factor.secret),
  };
}

async function coded(session: Client, mobile: string, act: 'export' | 'erase'): Promise<string> {
  const { envelope } = await session.post('/data/sendCode', { act });
  expect(envelope).toMatchObject({ code: '0' });
  return app.newestCode(mobile);
}

async function exported({ baseUrl, headers }: Client, body: unknown): Promise<Response> {
  return ask(`${baseUrl}/data/export`, {
    method: 'POST',
    headers: new Headers({ 'content-type': 'application/json', ...headers }),
    body: JSON.stringify(body),
  });
}

const tableOf = (place: string): string => place.replace(/ \(sealed\)$/, '').split('.')[0] ?? '';

/** Contracts that stay name their parties, and so do their signed files. */
const stays = (place: string): boolean =>
  tableOf(place) === 'blobs' ||
  Object.entries(fates).some(([table, fate]) => table === tableOf(place) && fate === 'contract');

describe('an erasure', () => {
  test('of two erasures at once, one erases; a template that named them asks for the party again', async () => {
    const { employer, template } = employment;
    const person = await employer.member();
    await sql`
      update template_participants set set_mode = 1, psn_id = ${person.userId}, psn_account = ${person.mobile},
        psn_name = ${person.realName}
      where template_id = ${template.templateId} and participant_flag = '个人'`.execute(db());
    const erase = () =>
      transact(db(), (tx) =>
        erasePerson(
          tx,
          { userId: person.userId, by: { reason: 'asked for' } },
          commandOrigin(app.app.services.clock.now()),
        ),
      );
    const kinds = (await Promise.all([erase(), erase()])).map(({ kind }) => kind);
    expect(kinds.toSorted()).toEqual(['already', 'erased']);
    expect(await employment.contractWith(await employer.member())).toEqual(expect.any(Number));
  });
});

describe('a person whose data are erased', () => {
  let given: Known;
  let before: Places;

  beforeAll(async () => {
    given = await givenKnownPerson();
    before = await searchService(app, given.values, written);
  });

  test('is found by the search beforehand, in sealed columns and files too', () => {
    expect(before).toMatchObject({
      realName: expect.arrayContaining([
        'users.real_name',
        'members.user_name',
        'flow_participants.psn_name',
      ]),
      mobile: expect.arrayContaining([
        'users.mobile',
        'sms_codes.mobile',
        'sms_messages.mobile',
        'sandbox_messages.mobile',
      ]),
      identNum: ['users.ident_num (sealed)'],
      email: ['mail_addresses.address (sealed)'],
      loginPassword: [],
      draft: ['contract_drafts.sealed (sealed)'],
      passkey: ['passkeys.credential_id'],
      passkeyName: ['passkeys.name'],
      picture: ['blobs (sealed)'],
      pictureHash: ['personal_seals.picture_hash'],
      signPassword: ['person_passwords.verifier'],
      passwordVerifier: ['login_passwords.verifier'],
      authenticator: ['totp_factors.secret (sealed)'],
      reason: ['identity_corrections.reason'],
      address: ['consents.address', 'mobile_changes.address'],
      device: ['consents.device', 'mobile_changes.device'],
    });
  });

  test('has got an export of everything, for a code and the second factor', async () => {
    const { session, person, totp, flowCode } = given;
    const code = await coded(session, person.mobile, 'export');
    const withoutFactor = await exported(session, { code });
    expect(withoutFactor.status).toBe(400);
    const answer = await exported(session, { code, factor: authenticatorCode(app, totp) });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
    const entries = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    const names = Object.keys(entries);
    expect(names).toEqual([
      'README.txt',
      'data.json',
      expect.stringMatching(/^seals\/\d+ 手写签名\.png$/),
      expect.stringMatching(new RegExp(`^contracts/${flowCode} .+\\.pdf$`)),
    ]);
    const data: unknown = JSON.parse(Buffer.from(entries['data.json'] ?? []).toString('utf8'));
    expect(data).toMatchObject({
      person: { mobile: known.mobile, realName: known.realName, identNum: known.identNum },
      memberships: [{ userName: known.realName, corpName: employment.employer.corpName }],
      nameCorrections: [{ realName: known.realName, reason: known.reason }],
      consents: [{ agreement: 'identityCheck', address: known.address, device: known.device }],
      mailAddresses: [{ address: known.email }],
      contractDrafts: [{ content: { flowTitle: known.draft } }],
      partsInContracts: [{ flowCode, psnName: known.realName }],
      waysToLogIn: [
        { way: 'password' },
        { way: 'authenticator' },
        { way: 'passkey', name: known.passkeyName },
      ],
    });
    expect(JSON.stringify(data)).not.toContain(given.values['passwordVerifier']);
  });

  test('is refused while anything binds them, and says what', async () => {
    const { employer } = employment;
    const { session, person, totp } = given;
    const flowId = await employment.contractWith(person);
    const { flowCode } = await taskInfo(employer.owner, flowId);
    await app.advance(60);
    const view = await session.post<MyData>('/data/view', {});
    expect(view.envelope.data).toMatchObject({
      reasons: [`参与的合同尚未结束（${flowCode}）`],
      needsFactor: true,
    });
    const code = await coded(session, person.mobile, 'erase');
    const refused = await session.post('/data/erase', { code, factor: authenticatorCode(app, totp) });
    expect(refused.envelope).toMatchObject({ code: '409', msg: expect.stringContaining(flowCode) });
    await employer.owner.client.data(contractCancel, { flowId });
    const owner = await mySession(app, employer.owner.mobile);
    const ownerView = await owner.post<MyData>('/data/view', {});
    expect(ownerView.envelope.data.reasons).toContain(`企业所有者身份须先移交（${employer.corpName}）`);
  });

  test('is erased by a code for this and the second factor, and by nothing less', async () => {
    const { session, person, totp, flowCode } = given;
    await app.advance(60);
    const other = await coded(session, person.mobile, 'export');
    const factor = () => authenticatorCode(app, totp);
    const wrong = await session.post('/data/erase', { code: other, factor: factor() });
    expect(wrong.envelope).toMatchObject({ code: '1401' });
    await app.advance(60);
    const code = await coded(session, person.mobile, 'erase');
    const done = await session.post('/data/erase', { code, factor: factor() });
    expect(done.envelope).toMatchObject({
      code: '0',
      data: { keptContracts: expect.arrayContaining([expect.objectContaining({ flowCode })]) },
    });
    expect((await session.post('/data/view', {})).envelope.code).toBe('401');
  });

  test('is found in contracts that stay, and nowhere else: no table, file or log', async () => {
    await ageBlobs(app);
    await app.advance(8 * 24 * 3600);
    const after = await searchService(app, given.values, written);
    const left = Object.fromEntries(
      Object.entries(after).map(([name, places]) => [name, places.filter((place) => !stays(place))]),
    );
    expect(left).toEqual(Object.fromEntries(Object.keys(after).map((name) => [name, []])));
    const inContracts = Object.entries(after).filter(([, places]) => places.length > 0);
    expect(inContracts.map(([name]) => name)).toEqual(['realName', 'mobile']);
    expect(after['realName']).toEqual(
      expect.arrayContaining(['blobs (sealed)', 'flow_participants.psn_name']),
    );
  });

  test('is nobody afterwards: erased once, unknown to their enterprise, and their mobile is free', async () => {
    const { person } = given;
    const again = await transact(db(), (tx) =>
      erasePerson(
        tx,
        { userId: person.userId, by: 'themselves' },
        commandOrigin(app.app.services.clock.now()),
      ),
    );
    expect(again.kind).toBe('already');
    const member = await db()
      .selectFrom('members')
      .select(['user_name', 'state'])
      .where('user_id', '=', person.userId)
      .executeTakeFirst();
    expect(member).toEqual({ user_name: '已注销', state: 'deleted' });
    const session = await mySession(app, person.mobile);
    expect((await session.post('/contracts', { page: 1 })).envelope).toMatchObject({
      data: { waiting: [], others: [] },
    });
    const chains = await db().selectFrom('audit_chains').select('broken_at').execute();
    expect(chains.every((chain) => chain.broken_at === null)).toBe(true);
  });
});

describe('a consent', () => {
  test('is withdrawn by the person, asked for again, and then recorded anew', async () => {
    const { userId, mobile } = await employment.employer.member();
    const session = await mySession(app, mobile);
    const accepted = acceptanceOf(['identityCheck']);
    const visitor = { address: '127.0.0.1', device: null };
    const give = () =>
      acceptAgreements(
        { db: db(), now: app.app.services.clock.now() },
        { userId, needed: ['identityCheck'], accepted, corpId: null, part: null, ...visitor },
      );
    const isGiven = () => hasConsented(db(), userId, 'identityCheck');
    const listed = async () =>
      (await session.post<{ consents: unknown }>('/consents', {})).envelope.data.consents;
    await give();
    expect([await isGiven(), await listed()]).toEqual([
      true,
      [expect.objectContaining({ agreement: 'identityCheck', withdrawTime: null, wayOut: 'here' })],
    ]);
    await app.advance(1);
    expect((await session.post('/consents/withdraw', { agreement: 'identityCheck' })).envelope.code).toBe(
      '0',
    );
    expect([await isGiven(), await listed()]).toEqual([
      false,
      [expect.objectContaining({ withdrawTime: expect.any(String) })],
    ]);
    await app.advance(1);
    await give();
    await give();
    expect([await isGiven(), await listed()]).toEqual([
      true,
      [expect.objectContaining({ withdrawTime: null })],
    ]);
    const rows = await db().selectFrom('consents').select('round').where('user_id', '=', userId).execute();
    expect(rows.map(({ round }) => round).toSorted()).toEqual([0, 1]);
    const membership = await session.post('/consents/withdraw', { agreement: 'membership' });
    expect(membership.envelope).toMatchObject({ code: '400', field: 'agreement' });
  });
});
