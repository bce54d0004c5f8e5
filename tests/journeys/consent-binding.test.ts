/** An act is carried out only if its signer's proof covers it: this participant, this channel, these terms. */
import {
  contractAddAttachment,
  contractExtend,
  getSignUrl,
  signComponentList,
  signContract,
  signWish,
} from '@cinnabar/api/operations/flows.js';
import { faceAuth, memberAuth } from '@cinnabar/api/operations/members.js';
import { sendSmsVerifyCode } from '@cinnabar/api/operations/sms.js';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { enterLink } from '../support/enter-link.js';
import { type Employment, givenEmployment } from '../support/given-employment.js';
import type { Enterprise, Person } from '../support/given-enterprise.js';
import {
  as,
  contractPdf,
  type FlowId,
  type GivenTemplate,
  givenSeal,
  type SignCommandOnWire,
  sealEverything,
  startFlow,
  taskInfo,
} from '../support/given-flow.js';
import { actOnPage, codeOnPage } from '../support/sign-on-page.js';

let app: RunningApp;
let employer: Enterprise;
let employee: Person;
let template: GivenTemplate;
let contractWith: Employment['contractWith'];

beforeAll(async () => {
  app = await startApp();
  ({ employer, template, contractWith } = await givenEmployment(app));
  employee = await employer.member();
});
afterAll(() => app.close());

async function byCode(person: Person) {
  await app.advance(60);
  await person.client.data(sendSmsVerifyCode, { mobile: person.mobile, smsType: 'sign' });
  return { authType: 'sms', verifyCode: await app.newestCode(person.mobile) } as const;
}

const byPassword = ({ signPwd }: Person) => ({ authType: 'pwd', signPwd }) as const;

async function refusal(person: Pick<Person, 'client'>, body: object) {
  const { status, envelope } = await person.client.post(signContract.path, body);
  return [status, envelope.code, envelope.reason ?? null];
}

const unconfirmed = [403, '403', 'WISH_REQUIRED'];

/** A free placement beside the default seals. */
async function withFree(
  person: Person,
  flowId: FlowId,
  fieldType: 0 | 1 | 2,
  specialAttribute: SignCommandOnWire['specialAttribute'],
) {
  const seals = await sealEverything(person, flowId);
  const [first] = seals;
  if (first === undefined) throw new Error('nothing to sign');
  const place = { componentId: 0 as const, sealId: 0 as const, pageNum: 2, positionX: 200, positionY: 500 };
  return [...seals, { ...first, ...place, fieldType, specialAttribute }];
}

async function picture(): Promise<string> {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="40"><path d="M5 5L80 30" stroke="#000" stroke-width="4"/></svg>';
  return (await sharp(Buffer.from(svg)).png().toBuffer()).toString('base64');
}

describe('a person’s proof on their own page', () => {
  test('cannot be used by the counterparty’s application, whatever else it sends', async () => {
    const flowId = await contractWith(employee);
    const { participantList } = await taskInfo(employer.owner, flowId);
    const part = participantList.find(({ psnId }) => psnId === employee.userId);
    if (part === undefined) throw new Error('no part');
    const { participantId } = part;
    const address = await employer.owner.client.data(getSignUrl, { flowId, participantId });
    const session = await enterLink(app, address, employee);
    const act = await actOnPage(app, session, employee, flowId);
    const remark = await withFree(employee, flowId, 1, {
      value: 'I ALSO OWE 1,000,000',
      width: 200,
      height: 60,
    });
    // The page's request is refused after its proof was consumed, because a picture in it is invalid.
    const verifyCode = await codeOnPage(app, session);
    await session.client.post(signContract.path, { ...act, authType: 'sms', verifyCode: '000000' });
    expect(await refusal(employee, { flowId, signComponents: remark })).toEqual(unconfirmed);
    expect(await refusal(employee, { flowId, signComponents: act.signComponents })).toEqual(unconfirmed);
    expect(await refusal(session, { ...act, authType: 'sms', verifyCode })).toEqual([200, '0', null]);
    expect(await refusal(employee, { flowId, signComponents: remark })).toEqual([403, '403', 'FLOW_STATE']);
  });
});

describe('an intent without commands', () => {
  test('covers seals and plain dates at any position', async () => {
    const flowId = await contractWith(employee);
    await employer.owner.client.data(signWish, { flowId, ...byPassword(employer.owner) });
    const signComponents = await withFree(employer.owner, flowId, 2, { dateFormat: 'yyyy年MM月dd日' });
    expect(await refusal(employer.owner, { flowId, signComponents })).toEqual([200, '0', null]);
  });

  test.each([
    ['words', 1, async () => ({ value: '另加：欠款一百万元', width: 200, height: 60 })],
    ['a picture', 1, async () => ({ image: await picture(), width: 100, height: 50 })],
    [
      'a date in a format with words',
      2,
      async () => ({ dateFormat: '欠款100万元，yyyy', width: 300, height: 30 }),
    ],
    ['a seal with such a date', 0, async () => ({ showSignDate: 1 as const, dateFormat: 'yyyy起加倍' })],
  ] as const)('does not cover %s', async (_what, fieldType, style) => {
    const flowId = await contractWith(employee);
    await employer.owner.client.data(signWish, { flowId, ...byPassword(employer.owner) });
    const signComponents = await withFree(employer.owner, flowId, fieldType, await style());
    expect(await refusal(employer.owner, { flowId, signComponents })).toEqual(unconfirmed);
    // Covered by the intent or confirmed by the request itself, the result is the same.
    await employer.owner.client.data(signWish, { flowId, signComponents, ...byPassword(employer.owner) });
    expect(await refusal(employer.owner, { flowId, signComponents })).toEqual([200, '0', null]);
  });

  test('is used by the first act of any of the person’s own parts', async () => {
    const flowId = await contractWith(employer.owner);
    const { participantList } = await taskInfo(employer.owner, flowId);
    const [company, person] = participantList.map(({ participantId }) => participantId);
    await employer.owner.client.data(signWish, { flowId, ...(await byCode(employer.owner)) });
    const commands = await sealEverything(employer.owner, flowId);
    const of = (participantId: number | undefined) =>
      commands.filter((command) => command.participantId === participantId);
    expect(await refusal(employer.owner, { flowId, signComponents: of(person) })).toEqual([200, '0', null]);
    expect(await refusal(employer.owner, { flowId, signComponents: of(company) })).toEqual(unconfirmed);
  });

  test('becomes invalid when title, parties, deadline or values change, but not when an attachment is added', async () => {
    const flowId = await contractWith(employee);
    const signComponents = await sealEverything(employer.owner, flowId);
    await employer.owner.client.data(signWish, { flowId, ...byPassword(employer.owner) });
    await employer.owner.client.data(contractExtend, { flowId, expireDate: '2027-02-01 12:00:00' });
    expect(await refusal(employer.owner, { flowId, signComponents })).toEqual(unconfirmed);

    await employer.owner.client.data(signWish, { flowId, ...byPassword(employer.owner) });
    const uploaded = await employer.owner.client.upload<{ fileName: string; fileUrl: string }>(
      '/template/uploadAttachmentFile',
      { name: '附件.pdf', bytes: await contractPdf(1), mediaType: 'application/pdf' },
    );
    await employer.owner.client.data(contractAddAttachment, { flowId, ...uploaded.envelope.data });
    expect(await refusal(employer.owner, { flowId, signComponents })).toEqual([200, '0', null]);
  });
});

describe('an intent with commands', () => {
  test('covers exactly these: another seal, place, style or text is another act', async () => {
    const second = await givenSeal(employer, '财务专用章');
    const flowId = await contractWith(employee);
    const remark = { value: '同意', width: 200, height: 60, fontSize: 16 };
    const signComponents = await withFree(employer.owner, flowId, 1, remark);
    await employer.owner.client.data(signWish, { flowId, signComponents, ...byPassword(employer.owner) });
    const [seal, free] = signComponents;
    if (seal === undefined || free === undefined) throw new Error('no commands');
    for (const other of [
      [{ ...seal, sealId: second }, free],
      [seal, { ...free, positionX: free.positionX + 1 }],
      [seal, { ...free, pageNum: 1 }],
      [seal, { ...free, specialAttribute: { ...remark, value: '不同意' } }],
      [seal, { ...free, specialAttribute: { ...remark, textColor: '#FFFFFF' } }],
      [seal, { ...free, specialAttribute: { ...remark, fontSize: 17 } }],
      [seal],
      [seal, free, { ...free, positionY: 700 }],
    ]) {
      expect(await refusal(employer.owner, { flowId, signComponents: other })).toEqual(unconfirmed);
    }
    expect(await refusal(employer.owner, { flowId, signComponents })).toEqual([200, '0', null]);
  });

  test('assigns the commands of several flows by their files, and refuses unmatched ones', async () => {
    const flows = [await contractWith(employee), await contractWith(employee)];
    const commands = await Promise.all(flows.map((flowId) => sealEverything(employer.owner, flowId)));
    const wish = { flowIds: flows, signComponents: commands.flat(), ...byPassword(employer.owner) };
    const stray = await employer.owner.client.post(signWish.path, { ...wish, flowIds: flows.slice(0, 1) });
    expect([stray.status, stray.envelope.code]).toEqual([400, '400']);
    expect(stray.envelope.msg).toContain('signComponents[1].contractFileId');
    await employer.owner.client.data(signWish, wish);
    for (const [index, flowId] of flows.entries()) {
      const signComponents = commands[index];
      expect(await refusal(employer.owner, { flowId, signComponents })).toEqual([200, '0', null]);
    }
  });
});

describe('a face check', () => {
  const callbackUrl = 'https://erp.example.com/face';

  async function faceFor(person: Person, body: object) {
    const { url } = await person.client.data(faceAuth, {
      authType: 'signContract',
      channel: 'channelA',
      callbackUrl,
      id: '',
      ...body,
    });
    const orderNo = new URL(url).searchParams.get('orderNo') ?? '';
    const { envelope } = await app.post(`/sandbox/face/${orderNo}`, { result: 'pass' });
    const back = new URL(String(Reflect.get(envelope, 'redirect'))).searchParams;
    return { authType: 'face', ...Object.fromEntries(back) };
  }

  test('made for certain marks proves no others, and made without marks only those that add no text', async () => {
    const flowId = await contractWith(employee);
    const id = String(flowId);
    const signComponents = await withFree(employer.owner, flowId, 1, {
      value: '同意',
      width: 200,
      height: 60,
    });
    const seals = await sealEverything(employer.owner, flowId);
    const wordless = await faceFor(employer.owner, { id });
    expect(await refusal(employer.owner, { flowId, signComponents, ...wordless })).toEqual([
      200,
      '1403',
      null,
    ]);
    const named = await faceFor(employer.owner, { id, signComponents });
    expect(await refusal(employer.owner, { flowId, signComponents: seals, ...named })).toEqual([
      200,
      '1403',
      null,
    ]);
    expect(await refusal(employer.owner, { flowId, signComponents, ...named })).toEqual([200, '0', null]);
  });

  test('requested by one application cannot be used by another', async () => {
    const flowId = await contractWith(employee);
    const signComponents = await sealEverything(employer.owner, flowId);
    const face = await faceFor(employer.owner, { id: String(flowId) });
    const other = await employer.anotherApplication(employer.owner);
    expect(await refusal(other, { flowId, signComponents, ...face })).toEqual([200, '1403', null]);
    expect(await refusal(employer.owner, { flowId, signComponents, ...face })).toEqual([200, '0', null]);
  });
});

test('an intent confirmed through one application cannot be used by another of the same enterprise', async () => {
  const flowId = await contractWith(employee);
  const signComponents = await sealEverything(employer.owner, flowId);
  const other = await employer.anotherApplication(employer.owner);
  await employer.owner.client.data(signWish, { flowId, ...byPassword(employer.owner) });
  expect(await refusal(other, { flowId, signComponents })).toEqual(unconfirmed);
  expect(await refusal(employer.owner, { flowId, signComponents })).toEqual([200, '0', null]);
});

test('texts placed meanwhile invalidate the intents of others on the earlier text', async () => {
  const flowId = await contractWith(employee);
  const [item] = await employee.client.data(signComponentList, { flowId });
  expect(item).toBeDefined();
  await employer.owner.client.data(signWish, { flowId, ...byPassword(employer.owner) });
  const signComponents = await withFree(employee, flowId, 1, { value: '附加条件', width: 200, height: 60 });
  expect(await refusal(employee, { flowId, signComponents, ...(await byCode(employee)) })).toEqual([
    200,
    '0',
    null,
  ]);
  const own = await sealEverything(employer.owner, flowId);
  expect(await refusal(employer.owner, { flowId, signComponents: own })).toEqual(unconfirmed);
  await employer.owner.client.data(signWish, { flowId, ...byPassword(employer.owner) });
  expect(await refusal(employer.owner, { flowId, signComponents: own })).toEqual([200, '0', null]);
});

test('seals placed by others invalidate no intent', async () => {
  const flowId = await contractWith(employee);
  await employer.owner.client.data(signWish, { flowId, ...byPassword(employer.owner) });
  const signComponents = await sealEverything(employee, flowId);
  expect(await refusal(employee, { flowId, signComponents, ...(await byCode(employee)) })).toEqual([
    200,
    '0',
    null,
  ]);
  const own = await sealEverything(employer.owner, flowId);
  expect(await refusal(employer.owner, { flowId, signComponents: own })).toEqual([200, '0', null]);
});

test('the history records who set the password that confirmed an act', async () => {
  const clerk = await employer.member(['SEAL_ADMIN']);
  const identNum = `1101011990${clerk.realName.replace(/\D/g, '').padStart(8, '0')}`;
  const proof = { authType: 'pwd', signPwd: '112233' } as const;
  await clerk.client.data(memberAuth, { realName: clerk.realName, identNum, signPwd: proof.signPwd });
  const { flowId } = await startFlow(clerk.client, template, {
    participantList: [as('个人', employee, null)],
  });
  const signComponents = await sealEverything(clerk, flowId);
  expect(await refusal(clerk, { flowId, signComponents, ...proof })).toEqual([200, '0', null]);
  const { canonical } = await app.app.database.db
    .selectFrom('flow_events')
    .select('canonical')
    .where('flow_id', '=', flowId)
    .where('kind', '=', 'signed')
    .executeTakeFirstOrThrow();
  const { intent } = JSON.parse(canonical).detail;
  expect(intent).toMatchObject({ shownBy: 'application', password: { setBy: employer.appId } });
});
