/** Signing a flow: who may sign, with which seal, and the resulting files. */
import {
  contractCancel,
  contractInfo,
  signComponentList,
  signContract,
  signWish,
} from '@cinnabar/api/operations/flows.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import {
  as,
  confirmByPassword,
  download,
  fillAll,
  type GivenTemplate,
  givenSeal,
  givenTemplate,
  sealCommands,
  sign,
  startFlow,
} from '../support/given-flow.js';
import { flowToSign, givenParties } from '../support/given-parties.js';
import { pdfsig, pdftotext, qpdfProblems } from '../support/pdf/pdf-tools.js';
import { refusal } from '../support/refusal.js';
import { textCode } from '../support/text-code.js';

let app: RunningApp;
let buyer: Enterprise;
let seller: Enterprise;
let template: GivenTemplate;

beforeAll(async () => {
  app = await startApp();
  ({ buyer, seller, template } = await givenParties(app));
});
afterAll(() => app.close());

const signingFlow = () => flowToSign({ buyer, seller, template });

describe('signing', () => {
  test('proceeds by turns', async () => {
    const flowId = await signingFlow();
    await confirmByPassword(seller.owner, flowId);
    expect(await refusal(seller.owner, signContract, await sealCommands(seller.owner, flowId))).toEqual([
      403,
      '403',
      'NOT_YOUR_TURN',
    ]);
  });

  test('happens once', async () => {
    const flowId = await signingFlow();
    const commands = await sealCommands(buyer.owner, flowId);
    await sign(buyer.owner, flowId);
    expect(await refusal(buyer.owner, signContract, commands)).toEqual([403, '403', 'FLOW_STATE']);
  });

  test('requires a seal of one’s own enterprise, and a right to use it or an approval', async () => {
    const flowId = await signingFlow();
    const foreign = await givenSeal(seller, '另一枚章');
    const { signComponents } = await sealCommands(buyer.owner, flowId);
    const withForeign = signComponents.map((command) => ({ ...command, sealId: foreign }));
    await confirmByPassword(buyer.owner, flowId);
    expect(await refusal(buyer.owner, signContract, { flowId, signComponents: withForeign })).toEqual([
      200,
      'SEAL_NOT_FOUND',
      null,
    ]);
    const clerk = await seller.member();
    const started = await startFlow(buyer.owner.client, template, {
      participantList: [as('乙方', clerk, seller)],
      autoFill: 2,
      fillComponents: [{ componentKey: 'amount', componentValue: '1' }],
    });
    await fillAll(clerk, started.flowId, '上海');
    await sign(buyer.owner, started.flowId);
    // Without the right the act is not refused but waits for approval.
    expect(await sign(clerk, started.flowId)).toMatchObject({ flowStatus: 2, signStatus: 4 });
  });

  test('is refused to anyone else', async () => {
    const flowId = await signingFlow();
    const outsider = await givenEnterprise(app);
    const colleague = await seller.member();
    const body = await sealCommands(buyer.owner, flowId);
    expect(await refusal(outsider.owner, signContract, body)).toEqual([404, '404', null]);
    expect(await refusal(outsider.owner, contractInfo, { flowId })).toEqual([404, '404', null]);
    expect(await refusal(colleague, contractInfo, { flowId })).toEqual([403, '403', 'PERMISSION_DENIED']);
    expect(await refusal(seller.owner, contractCancel, { flowId })).toEqual([
      403,
      '403',
      'PERMISSION_DENIED',
    ]);
  });

  test('accepts free placements, remarks and dates anywhere, as several signatures in one act', async () => {
    const free = await givenTemplate(buyer.owner.client, {
      parties: [{ flag: '甲方', mode: 3, signOrder: 1 }],
      pages: 2,
    });
    const { flowId, participantList } = await startFlow(buyer.owner.client, free, { participantList: [] });
    const [item] = await buyer.owner.client.data(signComponentList, { flowId });
    const participantId = participantList[0]?.participantId;
    if (item === undefined || participantId === undefined) throw new Error('no file');
    const place = { componentId: 0 as const, participantId, contractFileId: item.fileId, sealId: 0 as const };
    const result = await buyer.owner.client.data(signContract, {
      flowId,
      authType: 'pwd',
      signPwd: buyer.owner.signPwd,
      signComponents: [
        {
          ...place,
          pageNum: 1,
          positionX: 500,
          positionY: 800,
          fieldType: 0,
          specialAttribute: { showSignDate: 1 },
        },
        {
          ...place,
          pageNum: 2,
          positionX: 100,
          positionY: 300,
          fieldType: 1,
          specialAttribute: { value: '同意，按此执行。龘', width: 200, height: 60 },
        },
        {
          ...place,
          pageNum: 2,
          positionX: 100,
          positionY: 400,
          fieldType: 2,
          specialAttribute: { dateFormat: 'yyyy年MM月dd日', width: 160, height: 30 },
        },
      ],
    });
    expect(result.flowStatus).toBe(3);
    const pdf = await download(buyer.owner, flowId);
    expect(pdfsig(pdf).map(({ validation }) => validation)).toEqual(Array(3).fill('Signature is Valid.'));
    expect(pdfsig(pdf).at(-1)?.total).toBe(true);
    expect(qpdfProblems(pdf)).toBe('');
    expect(pdftotext(pdf)).toContain('同意，按此执行。龘');
    const [after] = await buyer.owner.client.data(signComponentList, { flowId });
    expect(after?.componentList).toHaveLength(3);
  });

  test('by a person for themselves requires no enterprise and no password set by an application', async () => {
    const personal = await givenTemplate(buyer.owner.client, {
      parties: [
        { flag: '甲方', mode: 3, signOrder: 1, area: true },
        { flag: '个人', type: 0, signOrder: 1, area: true },
      ],
    });
    const clerk = await buyer.member();
    const { flowId } = await startFlow(buyer.owner.client, personal, {
      participantList: [as('个人', clerk, null)],
    });
    expect((await refusal(clerk, signWish, { flowId, authType: 'pwd', signPwd: clerk.signPwd }))[1]).toBe(
      '1402',
    );
    const verifyCode = await textCode(app, clerk, 'sign');
    await clerk.client.data(signWish, { flowId, authType: 'sms', verifyCode });
    expect(await clerk.client.data(signContract, await sealCommands(clerk, flowId))).toMatchObject({
      flowStatus: 2,
    });
    expect(await sign(buyer.owner, flowId)).toMatchObject({ flowStatus: 3 });
    const pdf = await download(clerk, flowId);
    expect(pdfsig(pdf).map(({ validation }) => validation)).toEqual(Array(2).fill('Signature is Valid.'));
  });

  test('signs every file of the flow, including one without a signature area', async () => {
    const several = await givenTemplate(buyer.owner.client, {
      parties: [{ flag: '甲方', mode: 3, signOrder: 1 }],
      files: 2,
    });
    const { flowId, participantList } = await startFlow(buyer.owner.client, several, { participantList: [] });
    const [first] = await buyer.owner.client.data(signComponentList, { flowId });
    const participantId = participantList[0]?.participantId;
    if (first === undefined || participantId === undefined) throw new Error('no file');
    await confirmByPassword(buyer.owner, flowId);
    await buyer.owner.client.data(signContract, {
      flowId,
      signComponents: [
        {
          componentId: 0,
          participantId,
          contractFileId: first.fileId,
          pageNum: 1,
          positionX: 100,
          positionY: 100,
          fieldType: 0,
          sealId: 0,
          specialAttribute: {},
        },
      ],
    });
    const archive = await download(buyer.owner, flowId);
    expect(Buffer.from(archive.subarray(0, 2)).toString()).toBe('PK');
    for (const { fileUrl } of await buyer.owner.client.data(contractInfo, { flowId })) {
      const pdf = new Uint8Array(await (await fetch(fileUrl)).arrayBuffer());
      expect(pdfsig(pdf).map(({ validation, total }) => [validation, total])).toEqual([
        ['Signature is Valid.', true],
      ]);
    }
  });
});
