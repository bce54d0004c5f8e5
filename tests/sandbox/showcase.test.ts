/** The enterprise of the sandbox with contracts in every state, beside the demo data on which programs rely. */
import { contractList, signTaskOverview } from '@cinnabar/api/operations/flows.js';
import { draftList } from '@cinnabar/api/operations/workspace.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningApp } from '../support/app.js';
import type { DataOf } from '../support/client.js';
import { type ConsoleBrowser, consoleOf } from '../support/console-login.js';
import { readDemo } from './demo-json.js';
import { givenShowcase, SHOWCASE_OWNER } from './given-showcase.js';

const AWAITING_ME = { docQueryType: 4 };
const JSON_BODY = { 'content-type': 'application/json' };

let app: RunningApp;
let owner: ConsoleBrowser;
let corpId: number;

beforeAll(async () => {
  ({ app, corpId } = await givenShowcase());
  owner = await consoleOf(app, SHOWCASE_OWNER.mobile);
}, 180_000);
afterAll(() => app.close());

test('its contracts are in every state, and each that is stuck says why', async () => {
  const listed = await owner.act<DataOf<typeof contractList>>(corpId, contractList.path, {
    docQueryType: 0,
    listPageSize: 50,
  });
  const states = new Set(listed.envelope.data.map(({ flowStatus }) => flowStatus));
  expect([...states].sort()).toEqual([1, 2, 3, 4, 5, 6]);
  const drafts = await owner.act<DataOf<typeof draftList>>(corpId, draftList.path);
  expect(drafts.envelope.data).toHaveLength(1);
  const looked = await owner.act<DataOf<typeof signTaskOverview>>(corpId, signTaskOverview.path, {
    scope: 1,
  });
  const { stuck, soon } = looked.envelope.data;
  expect(stuck.length).toBeGreaterThan(1);
  expect(stuck.map(({ why }) => why)).toContain('linkNotOpened');
  expect(soon.length).toBeGreaterThan(0);
});

test('its owner stands first among those who log in with one click', async () => {
  const request = { method: 'POST', body: '{}', headers: JSON_BODY };
  const answer = await fetch(`${app.baseUrl}/sandbox/people`, request);
  const { people }: { readonly people: readonly unknown[] } = JSON.parse(await answer.text());
  expect(people[0]).toMatchObject({ name: SHOWCASE_OWNER.realName, roles: ['OWNER'] });
});

test('programs find the demo enterprises and their contract as they were', async () => {
  const demo = await readDemo(app.dataDir);
  expect(demo.enterprises.map((each) => each.corpId)).not.toContain(corpId);
  for (const each of demo.enterprises) {
    const browser = await consoleOf(app, each.owner.mobile);
    const listed = await browser.act<DataOf<typeof contractList>>(
      each.corpId,
      contractList.path,
      AWAITING_ME,
    );
    expect(listed.envelope.data.map(({ flowStatus }) => flowStatus)).toEqual(
      each === demo.enterprises[1] ? [2] : [],
    );
  }
});
