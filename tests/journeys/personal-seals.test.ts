/** Personal seals: handwriting and pictures, wherever the person acts, and the name seal by default. */
import { signContract, signWish } from '@cinnabar/api/operations/flows.js';
import { accessAuth, memberCreate } from '@cinnabar/api/operations/members.js';
import {
  createByHandwriting,
  personalSealDelete,
  personalSealList,
  personalSealSetDefault,
} from '@cinnabar/api/operations/personal-seals.js';
import { getSealInfo, getSealListByPage } from '@cinnabar/api/operations/seals.js';
import { sendSmsVerifyCode } from '@cinnabar/api/operations/sms.js';
import type { SignPageView } from '@cinnabar/api/pages/sign.js';
import type { SealId } from '@cinnabar/api/schemas/seal.js';
import { confirmInvitation } from '@cinnabar/server/areas/members/index.js';
import { transact } from '@cinnabar/server/database/transact.js';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { Client } from '../support/client.js';
import { bySession, enterLink } from '../support/enter-link.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import {
  as,
  confirmByPassword,
  download,
  type FlowId,
  type GivenTemplate,
  givenSeal,
  givenTemplate,
  sealEverything,
  sign,
  startFlow,
  taskInfo,
} from '../support/given-flow.js';
import { byOwnLink, inOwnSession } from '../support/own-session.js';
import { boundsOf, isRed, pdfsig, qpdfProblems, render } from '../support/pdf/pdf-tools.js';
import { cleanSeal } from '../support/pdf/scans.js';
import { actOnPage, codeOnPage } from '../support/sign-on-page.js';

let app: RunningApp;
let buyer: Enterprise;
let other: Enterprise;
let template: GivenTemplate;
let ink: string;

beforeAll(async () => {
  app = await startApp();
  buyer = await givenEnterprise(app);
  other = await givenEnterprise(app);
  await givenSeal(buyer);
  template = await givenTemplate(buyer.owner.client, {
    pages: 1,
    parties: [
      { flag: '甲方', mode: 3, signOrder: 1, area: true },
      { flag: '个人', type: 0, signOrder: 1, area: true },
    ],
  });
  ink = Buffer.from(await handwriting()).toString('base64');
});
afterAll(() => app.close());

/** Two blue strokes on a wide pad that is mostly empty. */
async function handwriting(paper = ''): Promise<Uint8Array> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="500">${paper}
    <g fill="none" stroke="#1030c0" stroke-width="12" stroke-linecap="round">
    <path d="M300 200 C 400 100 500 320 600 200"/><path d="M320 290 L 590 280"/></g></svg>`;
  return new Uint8Array(await sharp(Buffer.from(svg)).png().toBuffer());
}

const isBlue = (red: number, green: number, blue: number): boolean => blue - Math.max(red, green) > 60;

/** A member of the buyer with the only session in which they create, choose and delete seals. */
async function somebody(): Promise<Person & { readonly own: Person }> {
  const person = await buyer.member();
  return { ...person, own: await inOwnSession(app, buyer, person) };
}

const listOf = ({ client }: Pick<Person, 'client'>) => client.data(personalSealList, {});

async function written({ client }: Pick<Person, 'client'>, image = ink): Promise<SealId> {
  return (await client.data(createByHandwriting, { image })).sealId;
}

async function startedFor(person: Person): Promise<FlowId> {
  const { flowId } = await startFlow(buyer.owner.client, template, {
    participantList: [as('甲方', buyer.owner, buyer), as('个人', person, null)],
  });
  return flowId;
}

/** An intent by text message: a password is no proof for a person. */
async function confirmByCode({ client, mobile }: Person, flowId: FlowId): Promise<void> {
  await client.data(sendSmsVerifyCode, { mobile, smsType: 'sign' });
  await client.data(signWish, { flowId, authType: 'sms', verifyCode: await app.newestCode(mobile) });
}

async function signWith(person: Person, flowId: FlowId, sealId: SealId | 0) {
  const commands = await sealEverything(person, flowId);
  const signComponents = commands.map((command) => ({ ...command, sealId }));
  return person.client.call(signContract, { flowId, signComponents });
}

/** The visible marks on the page, in px at 96 dpi. */
async function pageOf(person: Person, flowId: FlowId) {
  const pdf = await download(person, flowId);
  expect(qpdfProblems(pdf)).toBe('');
  expect(pdfsig(pdf).map(({ validation }) => validation)).toEqual(['Signature is Valid.']);
  return render(pdf, 1, 96);
}

describe('handwriting', () => {
  test('becomes a seal of the ink alone, with its proportions, in no list of an enterprise', async () => {
    const person = await somebody();
    const onPaper = await handwriting('<rect width="900" height="500" fill="#fff"/>');
    const clear = await written(person.own);
    const scanned = await written(
      person.own,
      `data:image/png;base64,${Buffer.from(onPaper).toString('base64')}`,
    );
    const seals = await listOf(person);
    expect(seals).toMatchObject([
      { sealId: clear, sealName: '手写签名', source: 'HANDWRITING', defaultFlag: 0 },
      { sealId: scanned, sealName: '手写签名', source: 'HANDWRITING', defaultFlag: 0 },
    ]);
    for (const { sealWidth, sealHeight, sealImageUrl } of seals) {
      const picture = await fetch(sealImageUrl);
      expect(picture.headers.get('content-type')).toBe('image/png');
      const { width = 0, height = 0, channels } = await sharp(await picture.arrayBuffer()).metadata();
      expect(channels).toBe(4);
      expect(sealWidth).toBe(31);
      expect(Math.abs(sealWidth / sealHeight - width / height)).toBeLessThan(0.05);
    }
    const ofCorp = await buyer.owner.client.data(getSealListByPage, { listPageSize: 1000 });
    expect(ofCorp.map(({ sealId }) => sealId)).not.toContain(clear);
    const looked = await buyer.owner.client.call(getSealInfo, { sealId: clear });
    expect(looked.envelope.code).toBe('SEAL_NOT_FOUND');
  });

  test('that is empty or not a picture names the field', async () => {
    const person = await somebody();
    const empty = await sharp({
      create: { width: 300, height: 100, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer();
    for (const image of [empty.toString('base64'), 'no picture']) {
      const { envelope } = await person.own.client.call(createByHandwriting, { image });
      expect([envelope.code, envelope.reason]).toEqual(['400', 'INVALID_FIELD']);
      expect(envelope.msg).toContain('image');
    }
    expect(await listOf(person)).toEqual([]);
  });

  test('is placed in the person’s area and nowhere else', async () => {
    const person = await somebody();
    const sealId = await written(person.own);
    const flowId = await startedFor(person);
    await confirmByCode(person, flowId);
    const answer = await signWith(person, flowId, sealId);
    expect(answer.envelope).toMatchObject({ code: '0', data: { signStatus: 3 } });
    const blue = boundsOf(await pageOf(person, flowId), isBlue);
    // The area is at 440, 700 and measures 120 x 60; 31 mm are 117 px.
    expect(blue.left).toBeGreaterThanOrEqual(439);
    expect(blue.right).toBeLessThanOrEqual(561);
    expect(blue.right - blue.left).toBeGreaterThan(110);
    expect(blue.top).toBeGreaterThanOrEqual(699);
    expect(blue.bottom).toBeLessThanOrEqual(761);
    const { canonical } = await app.app.database.db
      .selectFrom('flow_events')
      .select('canonical')
      .where('flow_id', '=', flowId)
      .where('kind', '=', 'signed')
      .executeTakeFirstOrThrow();
    expect(canonical).toContain(`"sealId":${sealId}`);
  });
});

test('a picture of a seal becomes a seal in the requested colour', async () => {
  const person = await somebody();
  const bytes = await cleanSeal(500, 'Blue');
  const { envelope } = await person.own.client.upload<{ sealId: SealId }>(
    '/seal/personal/createByUpload?sealName=%E6%96%B9%E7%AB%A0&color=Red',
    { name: '方章.png', bytes, mediaType: 'image/png' },
  );
  expect(envelope.code).toBe('200');
  const [seal] = await listOf(person);
  expect(seal).toMatchObject({
    sealId: envelope.data.sealId,
    sealName: '方章',
    source: 'IMAGE',
    sealWidth: 20,
    sealHeight: 20,
  });
  const flowId = await startedFor(person);
  await confirmByCode(person, flowId);
  await signWith(person, flowId, envelope.data.sealId);
  const red = boundsOf(await pageOf(person, flowId), isRed);
  // A person's area is 60 px high; the seal is fitted into it, around its centre at 500, 730.
  expect(Math.abs(red.right - red.left - 60)).toBeLessThan(4);
  expect(Math.abs((red.left + red.right) / 2 - 500)).toBeLessThan(3);
  expect(Math.abs((red.top + red.bottom) / 2 - 730)).toBeLessThan(3);
});

describe('the seal denoted by 0', () => {
  test('is the name seal, until the person chooses a default, and again after that is deleted', async () => {
    const person = await somebody();
    const [first, second] = [await written(person.own), await written(person.own)];
    const flags = async () => (await listOf(person)).map(({ defaultFlag }) => defaultFlag);
    const colours = async () => {
      const flowId = await startedFor(person);
      await confirmByCode(person, flowId);
      await signWith(person, flowId, 0);
      const page = await pageOf(person, flowId);
      return { red: boundsOf(page, isRed).count > 0, blue: boundsOf(page, isBlue).count > 0 };
    };
    expect(await flags()).toEqual([0, 0]);
    expect(await colours()).toEqual({ red: true, blue: false });
    await person.own.client.data(personalSealSetDefault, { sealId: first });
    await person.own.client.data(personalSealSetDefault, { sealId: second });
    expect(await flags()).toEqual([0, 1]);
    expect(await colours()).toEqual({ red: false, blue: true });
    await person.own.client.data(personalSealDelete, { sealId: second });
    expect(await flags()).toEqual([0]);
    expect(await colours()).toEqual({ red: true, blue: false });
    await person.own.client.data(personalSealSetDefault, { sealId: first });
    await person.own.client.data(personalSealSetDefault, { sealId: 0 });
    expect(await flags()).toEqual([0]);
  });

  test('is one at most, under any concurrency', async () => {
    const person = await somebody();
    const seals = [await written(person.own), await written(person.own), await written(person.own)];
    await Promise.all(
      [...seals, ...seals].map((sealId) => person.own.client.data(personalSealSetDefault, { sealId })),
    );
    const defaults = (await listOf(person)).filter(({ defaultFlag }) => defaultFlag === 1);
    expect(defaults).toHaveLength(1);
  });
});

describe('ownership of personal seals', () => {
  test('is the person’s, in every enterprise in which they are a confirmed member', async () => {
    const person = await somebody();
    const sealId = await written(person.own);
    const { database, services } = app.app;
    const now = services.clock.now();
    const { mobile, realName, userId } = person;
    await other.owner.client.data(memberCreate, { userName: realName, mobile, jobNum: 'X1' });
    const there = { client: other.owner.client.with({ userId: String(userId) }) };
    expect((await there.client.call(personalSealList, {})).status).toBe(403);
    await transact(database.db, (tx) => confirmInvitation(tx, other.corpId, userId, now));
    expect((await listOf(there)).map((seal) => seal.sealId)).toEqual([sealId]);
    expect(await listOf(other.owner)).toEqual([]);
  });

  test('lets nobody else sign with one, make it their default or delete it, nor an enterprise', async () => {
    const [person, colleague] = [await somebody(), await somebody()];
    const sealId = await written(person.own);
    for (const path of [personalSealSetDefault.path, personalSealDelete.path]) {
      expect((await colleague.own.client.post(path, { sealId })).envelope.code).toBe('SEAL_NOT_FOUND');
    }
    const flowId = await startedFor(colleague);
    await confirmByCode(colleague, flowId);
    expect((await signWith(colleague, flowId, sealId)).envelope.code).toBe('SEAL_NOT_FOUND');
    const own = await written(await inOwnSession(app, buyer, buyer.owner));
    await confirmByPassword(buyer.owner, flowId);
    expect((await signWith(buyer.owner, flowId, own)).envelope.code).toBe('SEAL_NOT_FOUND');
    expect((await taskInfo(buyer.owner, flowId)).participantList.map(({ signStatus }) => signStatus)).toEqual(
      [2, 2],
    );
  });

  test('a deleted one signs nothing any more; signed contracts stay unchanged', async () => {
    const person = await somebody();
    const sealId = await written(person.own);
    const flowId = await startedFor(person);
    await confirmByCode(person, flowId);
    await signWith(person, flowId, sealId);
    await person.own.client.data(personalSealDelete, { sealId });
    expect((await person.own.client.call(personalSealDelete, { sealId })).envelope.code).toBe(
      'SEAL_NOT_FOUND',
    );
    expect(boundsOf(await pageOf(person, flowId), isBlue).count).toBeGreaterThan(0);
    const next = await startedFor(person);
    await confirmByCode(person, next);
    expect((await signWith(person, next, sealId)).envelope.code).toBe('SEAL_NOT_FOUND');
    expect(await sign(buyer.owner, flowId)).toMatchObject({ flowStatus: 3 });
  });
});

describe('managing personal seals', () => {
  const acts = (sealId: SealId) =>
    [
      [createByHandwriting.path, { image: ink }],
      [personalSealSetDefault.path, { sealId }],
      [personalSealSetDefault.path, { sealId: 0 }],
      [personalSealDelete.path, { sealId }],
    ] as const;
  const reasonsOf = async (client: Client, sealId: SealId) => {
    const answers = [];
    for (const [path, body] of acts(sealId)) answers.push((await client.post(path, body)).envelope.reason);
    return answers;
  };

  test('is refused to an application, even that of the person’s employer', async () => {
    const person = await somebody();
    const sealId = await written(person.own);
    expect(await reasonsOf(person.client, sealId)).toEqual(Array(4).fill('OWN_SESSION_REQUIRED'));
    const bytes = await cleanSeal(300, 'Blue');
    const upload = await person.client.upload('/seal/personal/createByUpload', { name: '章.png', bytes });
    expect(upload).toMatchObject({ status: 403, envelope: { reason: 'OWN_SESSION_REQUIRED', data: null } });
    expect(await listOf(person)).toMatchObject([{ sealId, defaultFlag: 0 }]);
  });

  test('is refused in a session issued by an application', async () => {
    const person = await somebody();
    const sealId = await written(person.own);
    const address = await buyer.owner.client.data(accessAuth, { userId: person.userId });
    const { client } = await enterLink(app, address);
    expect(await reasonsOf(client, sealId)).toEqual(Array(4).fill('PERMISSION_DENIED'));
    expect(await listOf(person)).toMatchObject([{ sealId, defaultFlag: 0 }]);
  });
});

test('by a link to sign, the person draws their handwriting and signs with it', async () => {
  const person = await buyer.member();
  const flowId = await startedFor(person);
  const session = await byOwnLink(app, buyer, flowId, person);
  const visitor = bySession(person, session);
  const sealId = await written(visitor);
  expect((await listOf(visitor)).map((seal) => seal.sealId)).toEqual([sealId]);
  // The seals offered by the page: the one denoted by 0 comes first.
  const offered = async () => {
    const page = new Client(app.baseUrl, { cookie: session.cookie, linkSession: session.entered.session });
    const { envelope } = await page.post<SignPageView>('/pages/sign/view', {});
    return envelope.data.seals.map((seal) => [seal.sealId, seal.isDefault, seal.needsApproval]);
  };
  expect(await offered()).toEqual([
    [0, true, false],
    [sealId, false, false],
  ]);
  await visitor.client.data(personalSealSetDefault, { sealId });
  expect(await offered()).toEqual([[sealId, true, false]]);
  const act = await actOnPage(app, session, person, flowId);
  const signComponents = act.signComponents.map((command) => ({ ...command, sealId }));
  const verifyCode = await codeOnPage(app, session);
  const signed = { ...act, signComponents, authType: 'sms' as const, verifyCode };
  expect(await session.client.data(signContract, signed)).toMatchObject({ signStatus: 3 });
  expect(boundsOf(await pageOf(person, flowId), isBlue).count).toBeGreaterThan(0);
});
