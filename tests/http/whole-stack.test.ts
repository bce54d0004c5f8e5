import { baseInfo } from '@cinnabar/api/operations/enterprise.js';
import { createSealByTemplate, getSealInfo } from '@cinnabar/api/operations/seals.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { givenEnterprise } from '../support/given-enterprise.js';

let running: RunningApp;
beforeAll(async () => {
  running = await startApp();
});
afterAll(() => running.close());

test('an enterprise requests a token, creates a seal and queries it', async () => {
  const enterprise = await givenEnterprise(running);
  const { owner, corpName } = enterprise;
  expect((await owner.client.data(baseInfo, {})).corpName).toBe(corpName);
  const { envelope } = await owner.client.post(createSealByTemplate.path, createSealByTemplate.example);
  expect(envelope).toMatchObject({ code: '200', msg: '成功' });
  const sealId = Reflect.get(Object(envelope.data), 'sealId');
  const seal = await owner.client.data(getSealInfo, { sealId });
  expect(seal).toMatchObject({ corpName, sealStyle: 1, status: 1 });
  const picture = await fetch(seal.sealImageUrl);
  expect(picture.status).toBe(200);
  expect(picture.headers.get('content-type')).toBe('image/png');
});
