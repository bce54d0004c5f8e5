/** Routes that browsers request without an operation: the list is closed, and none of them returns JSON. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setSettings } from '@cinnabar/api/operations/enterprise.js';
import { getSignUrl } from '@cinnabar/api/operations/flows.js';
import { pageOperations } from '@cinnabar/api/page-registry.js';
import { pagePaths } from '@cinnabar/api/pages/addresses.js';
import {
  checkCopyAddress,
  checkCopyPath,
  logoPath,
  picturePath,
} from '@cinnabar/api/pages/browser-addresses.js';
import type { SignPageView } from '@cinnabar/api/pages/sign.js';
import { Uploads } from '@cinnabar/server/http/uploads.js';
import { pageRoutes } from '@cinnabar/server/pages/index.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { Client } from '../support/client.js';
import { enterLink, type LinkSession, tokenOf } from '../support/enter-link.js';
import { givenEnterprise, type Person } from '../support/given-enterprise.js';
import { givenSeal, givenTemplate, sign, startFlow } from '../support/given-flow.js';
import { messagesTo } from '../support/messages-to.js';

const reader = { mobile: '13700000901', realName: '周读者' };

let app: RunningApp;
/** The signer's link. */
let address: string;
let signer: LinkSession;
let copy: LinkSession;
let logoAddress: string;

/** Of 32 by 32 points. */
const LOGO =
  'iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAMAAABEpIrGAAAAA1BMVEUfX6hVLrPWAAAAEklEQVQ4y2NgGAWjYBSMAuwAAAQgAAFWu83mAAAAAElFTkSuQmCC';

beforeAll(async () => {
  app = await startApp();
  const home = await givenEnterprise(app);
  const { owner } = home;
  await givenSeal(home);
  logoAddress = (await owner.client.data(setSettings, { brandLogo: LOGO })).brandLogo;
  const template = await givenTemplate(owner.client, {
    parties: [{ flag: '甲方', mode: 3, signOrder: 1, area: true }],
  });
  const { flowId } = await startFlow(owner.client, template, {
    participantList: [],
    copierList: [{ copierType: 0, psnAccount: reader.mobile, psnName: reader.realName }],
  });
  address = await owner.client.data(getSignUrl, { flowId });
  signer = await enterLink(app, address, owner);
  copy = await copyOf(owner, flowId);
});
afterAll(() => app.close());

/** The copier's link, which is sent after completion. */
async function copyOf(owner: Person, flowId: Parameters<typeof sign>[1]): Promise<LinkSession> {
  await sign(owner, flowId);
  await app.advance(0);
  const text = (await messagesTo(app.baseUrl, reader.mobile)).at(-1)?.text ?? '';
  return enterLink(app, /https?:\/\/\S+/.exec(text)?.[0] ?? '', reader);
}

async function routes() {
  const { services, database } = app.app;
  const folder = await mkdtemp(join(tmpdir(), 'cinnabar-routes-'));
  const uploads = await Uploads.open(folder, services.config.limits);
  const made = pageRoutes({ services, db: database.db, routes: [], uploads, strictAnswers: true });
  await rm(folder, { recursive: true });
  return made;
}

test('every route other than an operation is in the list', async () => {
  const { browser, operations } = await routes();
  expect(operations.map(({ path }) => path).sort()).toEqual(pageOperations.map(({ path }) => path).sort());
  expect(browser.map(({ path }) => path).sort()).toEqual(
    [
      ...['/l/:token', '/face', '/assets/:name', '/favicon.ico', '/login/oidc'],
      ...[picturePath, checkCopyPath, logoPath],
      ...pagePaths('sandbox'),
    ].sort(),
  );
});

test('none of them returns JSON to a browser on success', async () => {
  const session = (of: LinkSession) => of.entered.session.split('.')[0] ?? '';
  const pages = new Client(`${app.baseUrl}/pages`, {
    cookie: signer.cookie,
    linkSession: signer.entered.session,
  });
  const { envelope } = await pages.post<SignPageView>('/sign/view', {});
  const [file] = envelope.data.files;
  const html = await (await fetch(`${app.baseUrl}/`)).text();
  const asset = /\/assets\/[\w.-]+/.exec(html)?.[0] ?? '';
  const asked: Readonly<Record<string, { readonly at: string; readonly cookie?: string }>> = {
    '/l/:token': { at: `/l/${tokenOf(address)}` },
    '/face': { at: '/face?orderNo=1' },
    '/assets/:name': { at: asset },
    [picturePath]: {
      at: `/pages/picture/${session(signer)}/${file?.fileId}/1/600`,
      cookie: signer.cookie,
    },
    [logoPath]: { at: logoAddress },
    [checkCopyPath]: { at: checkCopyAddress(Number(session(copy))), cookie: copy.cookie },
  };
  const { browser } = await routes();
  for (const { method, path } of browser) {
    expect(method, path).toBe('GET');
    const { at, cookie = '' } = asked[path] ?? { at: path.replaceAll(/:\w+/g, '1') };
    const headers = { accept: 'text/html,*/*', cookie };
    const response = await fetch(app.baseUrl + at, { headers, redirect: 'manual' });
    expect([200, 303], at).toContain(response.status);
    expect(response.headers.get('content-type') ?? '', at).not.toContain('json');
  }
});
