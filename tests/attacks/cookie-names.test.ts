/** Another host of the same domain plants a session of its own in a user's browser. */
import { getSignUrl } from '@cinnabar/api/operations/flows.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type AskedCode, enterLink, sendLinkCode, tokenOf, tryEntering } from '../support/enter-link.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import { as, fillAll, givenSeal, givenTemplate, startFlow } from '../support/given-flow.js';

let app: RunningApp;
let buyer: Enterprise;
let seller: Enterprise;
let address: string;

beforeAll(async () => {
  app = await startApp({ settings: { BASE_URL: 'https://sign.example.com' } });
  buyer = await givenEnterprise(app);
  seller = await givenEnterprise(app);
  await givenSeal(buyer);
  await givenSeal(seller);
  const template = await givenTemplate(buyer.owner.client);
  const { flowId } = await startFlow(buyer.owner.client, template, {
    participantList: [as('乙方', seller.owner, seller)],
    autoFill: 2,
    fillComponents: [{ componentKey: 'amount', componentValue: '一万元整' }],
  });
  await fillAll(seller.owner, flowId, '上海市');
  address = await seller.owner.client.data(getSignUrl, { flowId });
});
afterAll(() => app.close());

/** The attributes of a cookie that the prefix requires. */
const ofThisHostAlone = /^__Host-\w+=[^;]*; Path=\/; (?!.*Domain).*\bSecure\b/;

describe('over https', () => {
  test('the cookies of a link are accepted from this host alone, in frames too', async () => {
    const { origin } = new URL(app.baseUrl);
    const opened = await fetch(`${origin}/l/${tokenOf(address)}`, {
      redirect: 'manual',
      headers: { accept: 'text/html' },
    });
    const framed = await fetch(`${origin}/l/${tokenOf(address)}`, {
      redirect: 'manual',
      headers: { accept: 'text/html', 'sec-fetch-dest': 'iframe' },
    });
    await sendLinkCode(app, address);
    const entered = await tryEntering(app, address, await app.newestCode(seller.owner.mobile));
    const cookies = [opened, framed, entered].map(({ headers }) => headers.get('set-cookie') ?? '');
    expect(cookies).toEqual([
      expect.stringMatching(/^__Host-at_.*SameSite=Strict; Secure$/),
      expect.stringMatching(/^__Host-at_.*SameSite=None; Secure; Partitioned$/),
      expect.stringMatching(/^__Host-link_.*SameSite=Strict; Secure$/),
    ]);
    for (const cookie of cookies) expect(cookie).toMatch(ofThisHostAlone);
  });

  test('the cookie of a person is accepted from this host alone', async () => {
    const { mobile } = seller.owner;
    const sent = await app.post<AskedCode>('/pages/mine/sendCode', { mobile });
    expect(sent.headers.get('set-cookie')).toMatch(ofThisHostAlone);
    const { asked } = sent.envelope.data;
    const code = await app.newestCode(mobile);
    const entered = await app.post('/pages/mine/enter', { mobile, code, asked });
    expect(entered.headers.get('set-cookie')).toMatch(ofThisHostAlone);
  });

  test('a cookie under the unprefixed name, which any host of the domain can plant, is no session', async () => {
    const session = await enterLink(app, address, seller.owner);
    const ask = async (cookie: string): Promise<string> => {
      const headers = { cookie, linkSession: session.entered.session, 'content-type': 'application/json' };
      const answer = await fetch(`${app.baseUrl}/pages/sign/view`, { method: 'POST', headers, body: '{}' });
      const { code }: { code: string } = JSON.parse(await answer.text());
      return code;
    };
    expect(await ask(session.cookie)).toBe('0');
    expect(await ask(session.cookie.replace('__Host-', ''))).toBe('401');
  });
});
