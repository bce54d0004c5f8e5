import { getSignUrl } from '@cinnabar/api/operations/flows.js';
import type { OpenedPad, PadOnPhone, PadState } from '@cinnabar/api/pages/pad.js';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Answered, Client } from '../support/client.js';
import { enterLink, type LinkSession } from '../support/enter-link.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import { as, type GivenTemplate, givenTemplate, startFlow, taskInfo } from '../support/given-flow.js';

let app: RunningApp;
let buyer: Enterprise;
let guest: Person;
let template: GivenTemplate;
let picture: string;
let another: string;

beforeAll(async () => {
  app = await startApp();
  buyer = await givenEnterprise(app);
  guest = await buyer.member();
  template = await givenTemplate(buyer.owner.client, {
    parties: [{ flag: '个人', type: 0, signOrder: 1, area: true }],
  });
  picture = await drawn('#111111');
  another = await drawn('#ff0000');
});
afterAll(() => app.close());

async function drawn(background: string): Promise<string> {
  const png = await sharp({ create: { width: 90, height: 30, channels: 4, background } })
    .png()
    .toBuffer();
  return `data:image/png;base64,${png.toString('base64')}`;
}

async function givenSession(person: Person = guest): Promise<LinkSession> {
  const { flowId } = await startFlow(buyer.owner.client, template, {
    participantList: [as('个人', person, null)],
  });
  const { participantList } = await taskInfo(buyer.owner, flowId);
  const participantId = participantList[0]?.participantId;
  const { envelope } = await buyer.owner.client.post<string>(getSignUrl.path, { flowId, participantId });
  return enterLink(app, envelope.data, person);
}

function ask<Data>({ client }: LinkSession, path: string): Promise<Answered<Data>> {
  return new Client(`${app.baseUrl}/pages`, client.headers).post<Data>(path, {});
}

async function openPad(session: LinkSession): Promise<string> {
  const { address, secondsLeft } = (await ask<OpenedPad>(session, '/sign/pad/open')).envelope.data;
  expect(secondsLeft).toBe(300);
  expect(address).toMatch(/\/write#[\w-]{43}$/);
  return address.slice(address.indexOf('#') + 1);
}

async function stateOf(session: LinkSession): Promise<PadState> {
  return (await ask<PadState>(session, '/sign/pad/state')).envelope.data;
}

async function codeOf(path: string, body: object): Promise<string> {
  return (await app.post<PadOnPhone>(path, body)).envelope.code;
}

const handIn = (token: string, image = picture) => codeOf('/pages/pad/handIn', { token, picture: image });

describe('handwriting by phone', () => {
  test('the phone submits one picture, and the desktop page receives it', async () => {
    const session = await givenSession();
    expect(await stateOf(session)).toEqual({ state: 'over', picture: null });
    const token = await openPad(session);
    expect(await stateOf(session)).toEqual({ state: 'waiting', picture: null });
    expect((await app.post<PadOnPhone>('/pages/pad/look', { token })).envelope.data.state).toBe('open');
    expect(await handIn(token)).toBe('0');
    expect(await stateOf(session)).toEqual({ state: 'written', picture });
    await ask(session, '/sign/pad/close');
    expect(await stateOf(session)).toEqual({ state: 'over', picture: null });
    expect(await codeOf('/pages/pad/look', { token })).toBe('404');
  });

  test('a pad accepts one picture: another gets 410, a repeated one is accepted', async () => {
    const session = await givenSession();
    const token = await openPad(session);
    const answers = await Promise.all([handIn(token), handIn(token, another)]);
    expect(answers.sort()).toEqual(['0', '410']);
    const { picture: kept } = await stateOf(session);
    expect(await handIn(token, kept ?? '')).toBe('0');
    expect(await handIn(token, kept === picture ? another : picture)).toBe('410');
    expect((await app.post<PadOnPhone>('/pages/pad/look', { token })).envelope.data.state).toBe('used');
    expect((await stateOf(session)).picture).toBe(kept);
  });

  test('after five minutes it accepts nothing, and a new pad replaces the previous one', async () => {
    const session = await givenSession();
    const first = await openPad(session);
    const token = await openPad(session);
    expect(await handIn(first)).toBe('404');
    await app.advance(301);
    expect(await handIn(token)).toBe('404');
    expect(await codeOf('/pages/pad/look', { token })).toBe('404');
    expect(await stateOf(session)).toEqual({ state: 'over', picture: null });
  });

  test('its secret gives access to nothing else, and no other session sees the picture', async () => {
    const [session, other] = [await givenSession(), await givenSession(await buyer.member())];
    const token = await openPad(session);
    for (const wrong of [`${token}A`, token.slice(1), token.toLowerCase(), 'a'.repeat(43)]) {
      expect(await handIn(wrong)).toBe('404');
    }
    expect(await handIn(token)).toBe('0');
    expect(await stateOf(other)).toEqual({ state: 'over', picture: null });
    await ask(other, '/sign/pad/close');
    expect((await stateOf(session)).state).toBe('written');
    for (const path of ['/sign/pad/state', '/sign/view', '/sign/pad/close']) {
      expect(await codeOf(`/pages${path}`, { token })).toBe('401');
    }
    expect(JSON.stringify((await app.post('/pages/pad/look', { token })).envelope.data)).toBe(
      '{"state":"used"}',
    );
  });

  test('invalid or oversized pictures are refused and consume nothing', async () => {
    const session = await givenSession();
    const token = await openPad(session);
    for (const wrong of ['', 'x', 'data:image/svg+xml;base64,PHN2Zy8+', 'A'.repeat(400_001)]) {
      expect(await handIn(token, wrong)).toBe('400');
    }
    expect((await stateOf(session)).state).toBe('waiting');
    expect(await handIn(token)).toBe('0');
  });
});
