/** Handwriting drawn for signing appears on the page. */
import { signComponentList, signContract, signWish } from '@cinnabar/api/operations/flows.js';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import { as, download, givenTemplate, startFlow } from '../support/given-flow.js';
import { boundsOf, isRed, pdfsig, render } from '../support/pdf/pdf-tools.js';

let running: RunningApp;
let buyer: Enterprise;

beforeAll(async () => {
  running = await startApp();
  buyer = await givenEnterprise(running);
});

afterAll(() => running.close());

const isBlue = (red: number, green: number, blue: number): boolean => blue - Math.max(red, green) > 100;

/** A new code; codes to one mobile are at least a minute apart. */
async function codeFor({ client, mobile }: Person): Promise<string> {
  await running.advance(61);
  await client.post('/sms/sendSmsVerifyCode', { mobile, smsType: 'sign' });
  return running.newestCode(mobile);
}

it.each([
  ['in a required area', true],
  ['placed freely', false],
])('%s, and no seal instead of it', async (_where, area) => {
  const parties = [{ flag: '个人', type: 0 as const, area }];
  const template = await givenTemplate(buyer.owner.client, { parties });
  const person = await buyer.member();
  const { flowId } = await startFlow(buyer.owner.client, template, {
    participantList: [as('个人', person, null)],
  });
  const [item] = await person.client.data(signComponentList, { flowId });
  const participantId = item?.participantList[0]?.participantId;
  if (item === undefined || participantId === undefined) throw new Error('no part');
  const png = await sharp({ create: { width: 300, height: 150, channels: 3, background: '#0000ff' } })
    .png()
    .toBuffer();
  const signComponents = [
    {
      componentId: item.componentList[0]?.componentId ?? (0 as const),
      participantId,
      contractFileId: item.fileId,
      pageNum: 1,
      positionX: 100,
      positionY: 300,
      fieldType: 0 as const,
      sealId: 0 as const,
      specialAttribute: { width: 150, height: 76, image: png.toString('base64') },
    },
  ];
  // An intent that names no picture covers none.
  await person.client.data(signWish, { flowId, authType: 'sms', verifyCode: await codeFor(person) });
  const unnamed = await person.client.call(signContract, { flowId, signComponents });
  expect([unnamed.status, unnamed.envelope.reason]).toEqual([403, 'WISH_REQUIRED']);
  const proof = { authType: 'sms', verifyCode: await codeFor(person) } as const;
  await person.client.data(signContract, { flowId, signComponents, ...proof });
  const pdf = await download(buyer.owner, flowId);
  expect(pdfsig(pdf).map(({ validation }) => validation)).toEqual(['Signature is Valid.']);
  const page = await render(pdf, 1, 96);
  expect(boundsOf(page, isBlue).count).toBeGreaterThan(5000);
  expect(boundsOf(page, isRed).count).toBe(0);
  const report = await person.client.data(signComponentList, { flowId });
  expect(report[0]?.componentList).toMatchObject([{ componentType: 6, value: null }]);
});
