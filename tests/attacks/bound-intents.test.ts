/** Digests, intents and codes for something else, and concurrent requests: none of them can sign. */
import { contractExtend, signContract, signWish } from '@cinnabar/api/operations/flows.js';
import { accessAuth, faceAuth } from '@cinnabar/api/operations/members.js';
import { sendSmsVerifyCode } from '@cinnabar/api/operations/sms.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import type { Client } from '../support/client.js';
import { enterLink, type LinkSession } from '../support/enter-link.js';
import { type Employment, givenEmployment } from '../support/given-employment.js';
import type { Enterprise, Person } from '../support/given-enterprise.js';
import { type FlowId, type SignCommandOnWire, sealEverything, taskInfo } from '../support/given-flow.js';
import { byOwnLink } from '../support/own-session.js';
import { actOnPage, codeOnPage, shownOnPage } from '../support/sign-on-page.js';

let app: RunningApp;
let employer: Enterprise;
let contractWith: Employment['contractWith'];

beforeAll(async () => {
  app = await startApp();
  ({ employer, contractWith } = await givenEmployment(app, { contracts: 1000 }));
});
afterAll(() => app.close());

async function refusal({ client }: { readonly client: Client }, body: object) {
  const { status, envelope } = await client.post(signContract.path, body);
  return [status, envelope.code, envelope.reason ?? null];
}

const signed = [200, '0', null];
const unconfirmed = [403, '403', 'WISH_REQUIRED'];
const changed = [409, '409', 'CONTENT_CHANGED'];
const codeEnded = [200, '1401', 'CODE_ENDED'];

function withRemark(seals: readonly SignCommandOnWire[]): readonly SignCommandOnWire[] {
  const [first] = seals;
  if (first === undefined) throw new Error('nothing to sign');
  const place = { componentId: 0 as const, sealId: 0 as const, pageNum: 2, positionX: 200, positionY: 500 };
  const specialAttribute = { value: '另加：欠款一百万元', width: 200, height: 60 };
  return [...seals, { ...first, ...place, fieldType: 1, specialAttribute }];
}

interface OnPage {
  readonly flowId: FlowId;
  readonly session: LinkSession;
}

async function onPage(person: Person): Promise<OnPage> {
  const flowId = await contractWith(person);
  return { flowId, session: await byOwnLink(app, employer, flowId, person) };
}

describe('the digest of a page’s content', () => {
  test('of one contract is refused for another, and the code stays unused', async () => {
    const person = await employer.member();
    const first = await onPage(person);
    const second = await onPage(person);
    const act = await actOnPage(app, first.session, person, first.flowId);
    const { shown } = await shownOnPage(app, second.session);
    const verifyCode = await codeOnPage(app, first.session);
    const proof = { authType: 'sms', verifyCode };
    expect(await refusal(first.session, { ...act, ...proof, shown })).toEqual(changed);
    expect(await refusal(first.session, { ...act, ...proof })).toEqual(signed);
  });

  test('from before a change of the deadline is refused afterwards', async () => {
    const person = await employer.member();
    const { flowId, session } = await onPage(person);
    const act = await actOnPage(app, session, person, flowId);
    const proof = { authType: 'sms', verifyCode: await codeOnPage(app, session) };
    await employer.owner.client.data(contractExtend, { flowId, expireDate: '2098-01-01 00:00:00' });
    expect(await refusal(session, { ...act, ...proof })).toEqual(changed);
    const { shown } = await shownOnPage(app, session);
    expect(await refusal(session, { ...act, ...proof, shown })).toEqual(signed);
  });
});

describe('an intent', () => {
  const byPassword = ({ signPwd }: Person) => ({ authType: 'pwd', signPwd }) as const;

  test('for one contract signs no other, in any combination', async () => {
    const { owner } = employer;
    const flows = [await contractWith(await employer.member()), await contractWith(await employer.member())];
    const [first = flows[0], second = flows[1]] = flows;
    if (first === undefined || second === undefined) throw new Error('no flows');
    await owner.client.data(signWish, { flowId: first, ...byPassword(owner) });
    const commands = await sealEverything(owner, second);
    expect(await refusal(owner, { flowId: second, signComponents: commands })).toEqual(unconfirmed);
    const mixed = await refusal(owner, { flowId: first, signComponents: commands });
    expect(mixed.slice(0, 2)).toEqual([400, '400']);
    expect(
      await refusal(owner, { flowId: first, signComponents: await sealEverything(owner, first) }),
    ).toEqual(signed);
  });

  test('is consumed by one act: a repeated request finds nothing to sign', async () => {
    const { owner } = employer;
    const flowId = await contractWith(await employer.member());
    await owner.client.data(signWish, { flowId, ...byPassword(owner) });
    const act = { flowId, signComponents: await sealEverything(owner, flowId) };
    expect(await refusal(owner, act)).toEqual(signed);
    expect(await refusal(owner, act)).toEqual([403, '403', 'FLOW_STATE']);
  });

  test('confirmed through an application cannot be used in a session that it opened, nor the reverse', async () => {
    const { owner } = employer;
    const address = await owner.client.data(accessAuth, { userId: owner.userId });
    const session = await enterLink(app, address);
    const byApplication = await contractWith(await employer.member());
    await owner.client.data(signWish, { flowId: byApplication, ...byPassword(owner) });
    const first = { flowId: byApplication, signComponents: await sealEverything(owner, byApplication) };
    expect(await refusal(session, first)).toEqual(unconfirmed);
    expect(await refusal(owner, first)).toEqual(signed);

    const bySession = await contractWith(await employer.member());
    await session.client.data(sendSmsVerifyCode, {
      mobile: owner.mobile,
      smsType: 'sign',
      flowId: bySession,
    });
    const verifyCode = await app.newestCode(owner.mobile);
    await session.client.data(signWish, { flowId: bySession, authType: 'sms', verifyCode });
    const second = { flowId: bySession, signComponents: await sealEverything(owner, bySession) };
    expect(await refusal(owner, second)).toEqual(unconfirmed);
    expect(await refusal(session, second)).toEqual(signed);
  });

  test('of one member cannot be used by another', async () => {
    const { owner } = employer;
    const colleague = await employer.member(['ADMIN']);
    const flowId = await contractWith(await employer.member());
    await owner.client.data(signWish, { flowId, ...byPassword(owner) });
    const act = { flowId, signComponents: await sealEverything(owner, flowId) };
    expect(await refusal(colleague, act)).toEqual([403, '403', 'PERMISSION_DENIED']);
  });
});

describe('a code or face check for something else', () => {
  test.each(['commSms', 'approval', 'signPwd'] as const)('a code for %s signs nothing', async (smsType) => {
    const person = await employer.member();
    const flowId = await contractWith(person);
    await person.client.data(sendSmsVerifyCode, { mobile: person.mobile, smsType });
    const verifyCode = await app.newestCode(person.mobile);
    const signComponents = await sealEverything(person, flowId);
    expect(await refusal(person, { flowId, signComponents, authType: 'sms', verifyCode })).toEqual(codeEnded);
  });

  test('a code for one contract signs no other', async () => {
    const person = await employer.member();
    const [first, second] = [await contractWith(person), await contractWith(person)];
    await person.client.data(sendSmsVerifyCode, { mobile: person.mobile, smsType: 'sign', flowId: first });
    const proof = { authType: 'sms', verifyCode: await app.newestCode(person.mobile) };
    const of = async (flowId: FlowId) => ({ flowId, signComponents: await sealEverything(person, flowId) });
    expect(await refusal(person, { ...(await of(second)), ...proof })).toEqual(codeEnded);
    expect(await refusal(person, { ...(await of(first)), ...proof })).toEqual(signed);
  });

  test('the code that opened the page, and a code requested by the page, are refused from an application', async () => {
    const person = await employer.member();
    const { flowId, session } = await onPage(person);
    const signComponents = await sealEverything(person, flowId);
    for (const verifyCode of [await app.newestCode(person.mobile), await codeOnPage(app, session)]) {
      expect(await refusal(person, { flowId, signComponents, authType: 'sms', verifyCode })).toEqual(
        codeEnded,
      );
    }
  });

  test('a face check made on the page is refused from an application', async () => {
    const person = await employer.member();
    const { flowId, session } = await onPage(person);
    const wish = {
      authType: 'signContract',
      channel: 'channelA',
      callbackUrl: 'https://erp.example.com',
      id: String(flowId),
    };
    const { envelope } = await session.client.post<{ url: string }>(faceAuth.path, wish);
    const orderNo = new URL(envelope.data.url).searchParams.get('orderNo') ?? '';
    const passed = await app.post(`/sandbox/face/${orderNo}`, { result: 'pass' });
    const back = new URL(String(Reflect.get(passed.envelope, 'redirect')), app.baseUrl).searchParams;
    const face = { authType: 'face', ...Object.fromEntries(back) };
    const signComponents = await sealEverything(person, flowId);
    expect(await refusal(person, { flowId, signComponents, ...face })).toEqual([200, '1403', null]);
  });
});

describe('a concurrent page and application', () => {
  /** `npm run races` makes more. */
  const RACES = Number(process.env['RACES'] ?? 25);

  /** The application adds a text that the person on the page does not confirm. */
  async function race(person: Person): Promise<void> {
    const { flowId, session } = await onPage(person);
    const act = await actOnPage(app, session, person, flowId);
    const proof = { authType: 'sms', verifyCode: await codeOnPage(app, session) } as const;
    const words = { flowId, signComponents: withRemark(act.signComponents) };
    const answers = await Promise.all([
      refusal(session, { ...act, ...proof }),
      refusal(person, words),
      refusal(person, { ...words, ...proof }),
      refusal(person, { flowId, signComponents: act.signComponents }),
    ]);
    // In either order, only the page's request was confirmed.
    expect(answers[0]).toEqual(signed);
    for (const answer of answers.slice(1)) expect(answer).not.toEqual(signed);
    const { participantList } = await taskInfo(employer.owner, flowId);
    expect(participantList.find(({ psnId }) => psnId === person.userId)?.signStatus).toBe(3);
    expect(await remarksIn(flowId)).toBe(0);
  }

  async function remarksIn(flowId: FlowId): Promise<number> {
    const { envelope } = await employer.owner.client.post<
      readonly { componentList: readonly { componentType: number }[] }[]
    >('/signTask/contract/info', { flowId });
    return envelope.data
      .flatMap(({ componentList }) => componentList)
      .filter(({ componentType }) => componentType === 7).length;
  }

  test(`never sign texts that their signer did not confirm, in ${RACES} races`, {
    timeout: 200_000 + 2_000 * RACES,
  }, async () => {
    const person = await employer.member();
    const confirmed = await contractWith(person);
    await person.client.data(sendSmsVerifyCode, {
      mobile: person.mobile,
      smsType: 'sign',
      flowId: confirmed,
    });
    const words = {
      flowId: confirmed,
      signComponents: withRemark(await sealEverything(person, confirmed)),
      authType: 'sms',
      verifyCode: await app.newestCode(person.mobile),
    };
    expect(await refusal(person, words)).toEqual(signed);
    expect(await remarksIn(confirmed)).toBe(1);
    for (let number = 0; number < RACES; number += 1) await race(person);
  });
});
