/** An attacker who knows only a mobile cannot keep its person from anything. */
import { getSignUrl } from '@cinnabar/api/operations/flows.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { enterLink, sendLinkCode, tryEntering } from '../support/enter-link.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import { as, type GivenTemplate, givenTemplate, startFlow } from '../support/given-flow.js';
import { mySession } from '../support/my-session.js';

let app: RunningApp;
let sender: Enterprise;
let template: GivenTemplate;

beforeAll(async () => {
  app = await startApp({ settings: { SMS_PER_MOBILE_PER_DAY: '6' } });
  sender = await givenEnterprise(app);
  template = await givenTemplate(sender.owner.client, {
    parties: [{ flag: '个人', type: 0, signOrder: 1, area: true }],
  });
});
afterAll(() => app.close());

async function linkFor(person: Person): Promise<string> {
  const { flowId, participantList } = await startFlow(sender.owner.client, template, {
    participantList: [as('个人', person, null)],
  });
  const [part] = participantList;
  if (part === undefined) throw new Error('the contract has no part');
  return sender.owner.client.data(getSignUrl, { flowId, participantId: part.participantId });
}

const asStranger = ({ mobile }: Person) => app.post<{ asked: string }>('/pages/mine/sendCode', { mobile });

test('codes requested by others use up only their own half of the daily limit', async () => {
  const person = await sender.member();
  const answers = [];
  for (let count = 0; count < 4; count += 1) answers.push((await asStranger(person)).envelope);
  expect(answers.map(({ code, reason }) => reason ?? code)).toEqual(['0', '0', '0', 'CODE_LIMITED']);
  for (let count = 0; count < 3; count += 1) await enterLink(app, await linkFor(person), person);
});

test('wrong attempts of others end only their own codes', async () => {
  const person = await sender.member();
  const address = await linkFor(person);
  expect((await sendLinkCode(app, address)).envelope.code).toBe('0');
  const right = await app.newestCode(person.mobile);
  const { asked } = (await asStranger(person)).envelope.data;
  const wrong = right === '000000' ? '000001' : '000000';
  for (let count = 0; count < 6; count += 1) {
    const guess = { mobile: person.mobile, code: wrong, asked };
    expect((await app.post('/pages/mine/enter', guess)).envelope.code).toBe('1401');
  }
  // Nor does the link's code open anything else for someone who knows it.
  const elsewhere = { mobile: person.mobile, code: right, asked };
  expect((await app.post('/pages/mine/enter', elsewhere)).envelope.code).toBe('1401');
  expect((await tryEntering(app, address, right)).envelope.code).toBe('0');
});

test('a person whose limits others have exhausted can sign in again the next day', async () => {
  const person = await sender.member();
  for (let count = 0; count < 4; count += 1) await asStranger(person);
  await app.advance(24 * 3600);
  await mySession(app, person.mobile);
});
