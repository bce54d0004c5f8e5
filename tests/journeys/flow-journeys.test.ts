import { queryAccountHistoryList } from '@cinnabar/api/operations/enterprise.js';
import {
  contractCancel,
  contractInfo,
  contractList,
  fillComponentList,
  fillSignForm,
  listCount,
  signContract,
  signFlowContractFileComponentInfoList,
  signFlowContractFileInfo,
  signFlowContractFileList,
  signWish,
  startSignFlow,
} from '@cinnabar/api/operations/flows.js';
import { updateStatus } from '@cinnabar/api/operations/templates.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import {
  as,
  confirmByPassword,
  download,
  type GivenTemplate,
  givenTemplate,
  sealCommands,
  sealEverything,
  sign,
  startFlow,
  taskInfo,
} from '../support/given-flow.js';
import { flowToSign, givenParties } from '../support/given-parties.js';
import { pdfsig, pdftotext } from '../support/pdf/pdf-tools.js';
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

describe('starting', () => {
  test('without autoFill stores the given values until they are confirmed', async () => {
    const started = await startFlow(buyer.owner.client, template, {
      templateName: '年度采购合同',
      participantList: [as('乙方', seller.owner, seller)],
      fillComponents: [{ componentKey: 'amount', componentValue: '五千元' }],
      remark: '请尽快签署',
      sourceOrderCode: 'PO-1',
    });
    expect(started).toMatchObject({
      flowStatus: 1,
      flowTitle: '年度采购合同',
      flowDesc: '请尽快签署',
      resultStatus: null,
      errorMessage: null,
    });
    const [item] = await buyer.owner.client.data(fillComponentList, { flowId: started.flowId });
    expect(item?.componentList.find(({ componentKey }) => componentKey === 'amount')?.value).toBe('五千元');
    const info = await taskInfo(buyer.owner, started.flowId);
    expect(info).toMatchObject({
      operateStatus: 1,
      sourceOrderCode: 'PO-1',
      templateId: template.templateId,
    });
    expect(info.participantList.map(({ waitForMeToDo }) => waitForMeToDo)).toEqual([true, false]);
  });

  test('with autoFill 2 and a missing value reports what is missing and waits in status 1', async () => {
    const started = await startFlow(buyer.owner.client, template, {
      participantList: [as('乙方', seller.owner, seller)],
      autoFill: 2,
    });
    expect(started).toMatchObject({ flowStatus: 1, resultStatus: 1 });
    expect(started.errorMessage).toContain('amount');
  });

  test('with autoFill 1 fills in the background', async () => {
    const { flowId } = await startFlow(buyer.owner.client, template, {
      participantList: [as('乙方', seller.owner, seller)],
      autoFill: 1,
      fillComponents: [{ componentKey: 'amount', componentValue: '五千元' }],
    });
    await expect
      .poll(async () => (await taskInfo(seller.owner, flowId)).operateStatus, { timeout: 10_000 })
      .toBe(1);
  });

  test('charges one contract, and returns it if the flow is revoked before a signature', async () => {
    const before = await buyer.owner.client.data(queryAccountHistoryList, { listPageSize: 1 });
    const flowId = await signingFlow();
    await buyer.owner.client.data(contractCancel, { flowId, cancelMsg: '条款有误' });
    const rows = await buyer.owner.client.data(queryAccountHistoryList, { listPageSize: 2 });
    expect(rows.map(({ recordType, count, signFlowId }) => [recordType, count, signFlowId])).toEqual([
      ['signCancel', 1, flowId],
      ['signContract', -1, flowId],
    ]);
    expect(rows[0]?.accountBalance).toBe(before[0]?.accountBalance);
    expect(await taskInfo(seller.owner, flowId)).toMatchObject({ flowStatus: 4, flowDesc: '条款有误' });
  });

  test('with an empty balance creates nothing', async () => {
    const poor = await givenEnterprise(app, { contracts: 0 });
    const own = await givenTemplate(poor.owner.client);
    const body = { templateId: own.templateId, participantList: [as('乙方', seller.owner, seller)] };
    expect(await refusal(poor.owner, startSignFlow, body)).toEqual([403, '403', 'BALANCE_NOT_ENOUGH']);
    const { envelope } = await poor.owner.client.call(contractList, {});
    expect(envelope.totalCount).toBe(0);
  });

  test('from a disabled, foreign or unknown template is refused', async () => {
    const disabled = await givenTemplate(buyer.owner.client);
    const participantList = [as('乙方', seller.owner, seller)];
    await buyer.owner.client.data(updateStatus, { templateId: disabled.templateId, templateStatus: 0 });
    const { templateId } = disabled;
    expect(await refusal(buyer.owner, startSignFlow, { templateId, participantList })).toEqual([
      403,
      '403',
      'TEMPLATE_DISABLED',
    ]);
    expect(await refusal(seller.owner, startSignFlow, { templateId, participantList })).toEqual([
      404,
      '404',
      null,
    ]);
    expect(await refusal(buyer.owner, startSignFlow, { templateId: 99, participantList })).toEqual([
      404,
      '404',
      null,
    ]);
  });

  test('with another name for a verified person reports the mismatch', async () => {
    const party = { ...as('乙方', seller.owner, seller), psnName: '别人' };
    const body = { templateId: template.templateId, participantList: [party] };
    expect(await refusal(buyer.owner, startSignFlow, body)).toEqual([400, '400', 'NAME_MISMATCH']);
  });
});

describe('filling', () => {
  test('accepts part of the values without ending the turn', async () => {
    const { flowId } = await startFlow(buyer.owner.client, template, {
      participantList: [as('乙方', seller.owner, seller)],
      fillComponents: [{ componentKey: 'amount', componentValue: '一元' }],
    });
    expect(
      await buyer.owner.client.data(fillSignForm, { flowId, components: [], finish: false }),
    ).toMatchObject({
      flowStatus: 1,
    });
    expect((await taskInfo(buyer.owner, flowId)).participantList[0]?.signStatus).toBe(1);
    await buyer.owner.client.data(fillSignForm, { flowId, components: [] });
    expect((await taskInfo(buyer.owner, flowId)).participantList[0]?.signStatus).toBe(2);
  });

  test('is refused out of turn, for others’ controls, and for characters that no font contains', async () => {
    const { flowId } = await startFlow(buyer.owner.client, template, {
      participantList: [as('乙方', seller.owner, seller)],
    });
    const [item] = await seller.owner.client.data(fillComponentList, { flowId });
    const fill = (key: string, value: string) => {
      const component = item?.componentList.find(({ componentKey }) => componentKey === key);
      return {
        flowId,
        components: [
          {
            componentId: component?.componentId,
            participantId: component?.participantId,
            contractFileId: item?.fileId,
            value,
          },
        ],
      };
    };
    expect(await refusal(seller.owner, fillSignForm, fill('address', '上海'))).toEqual([
      403,
      '403',
      'NOT_YOUR_TURN',
    ]);
    const { status, envelope } = await buyer.owner.client.post(fillSignForm.path, fill('address', '上海'));
    expect([status, envelope.reason]).toEqual([400, 'INVALID_FIELD']);
    expect(envelope.msg).toContain('components[0].participantId');
    const rare = await buyer.owner.client.post(fillSignForm.path, fill('amount', '字\u{1F600}'));
    expect(rare.status).toBe(400);
    expect(rare.envelope.msg).toContain('components[0].value');
    expect(rare.envelope.msg).toContain('\u{1F600}');
    const long = await buyer.owner.client.post(fillSignForm.path, fill('amount', '长'.repeat(200)));
    expect(long.status).toBe(400);
    // A form shows all of them at once.
    const { flowId: id, components } = fill('amount', '长'.repeat(200));
    const both = { flowId: id, components: [...fill('address', '上海').components, ...components] };
    const { envelope: all } = await buyer.owner.client.post(fillSignForm.path, both);
    expect(all.problems?.map(({ field }) => field)).toEqual([
      'components[0].participantId',
      'components[1].value',
    ]);
  });

  test('by the last filler, who signs first, can be combined with the signature', async () => {
    const soloTemplate = await givenTemplate(buyer.owner.client, {
      parties: [
        { flag: '甲方', mode: 3, signOrder: 2, area: true },
        { flag: '乙方', signOrder: 1, area: true, controls: ['address'] },
      ],
    });
    const { flowId } = await startFlow(buyer.owner.client, soloTemplate, {
      participantList: [as('乙方', seller.owner, seller)],
    });
    const [item] = await seller.owner.client.data(fillComponentList, { flowId });
    const fillComponents = (item?.componentList ?? []).map(
      ({ componentId, participantId, contractFileId }) => ({
        componentId,
        participantId,
        contractFileId,
        value: '南京路 1 号',
      }),
    );
    const act = { flowId, signComponents: await sealEverything(seller.owner, flowId), fillComponents };
    // An intent that names no values covers none.
    await confirmByPassword(seller.owner, flowId);
    expect(await refusal(seller.owner, signContract, act)).toEqual([403, '403', 'WISH_REQUIRED']);
    const proof = { authType: 'pwd', signPwd: seller.owner.signPwd } as const;
    const result = await seller.owner.client.data(signContract, { ...act, ...proof });
    expect(result).toMatchObject({ flowStatus: 2, signStatus: 3 });
    expect(await sign(buyer.owner, flowId)).toMatchObject({ flowStatus: 3 });
    const pdf = await download(buyer.owner, flowId);
    expect(pdftotext(pdf)).toContain('南京路 1 号');
    expect(pdfsig(pdf).map(({ validation }) => validation)).toEqual([
      'Signature is Valid.',
      'Signature is Valid.',
    ]);
  });
});

describe('intent', () => {
  test('is required before signing', async () => {
    const flowId = await signingFlow();
    expect(await refusal(buyer.owner, signContract, await sealCommands(buyer.owner, flowId))).toEqual([
      403,
      '403',
      'WISH_REQUIRED',
    ]);
  });

  test('can be confirmed by text message, once', async () => {
    const flowId = await signingFlow();
    const verifyCode = await textCode(app, buyer.owner, 'sign');
    const wrong = verifyCode === '000000' ? '000001' : '000000';
    expect(await refusal(buyer.owner, signWish, { flowId, authType: 'sms', verifyCode: wrong })).toEqual([
      200,
      '1401',
      'CODE_WRONG',
    ]);
    await buyer.owner.client.data(signWish, { flowId, authType: 'sms', verifyCode });
    expect(await refusal(buyer.owner, signWish, { flowId, authType: 'sms', verifyCode })).toEqual([
      200,
      '1401',
      'CODE_ENDED',
    ]);
    await buyer.owner.client.data(signContract, await sealCommands(buyer.owner, flowId));
  });

  test('is refused with a wrong password, and five wrong ones lock it', async () => {
    const flowId = await signingFlow();
    const clerk = await seller.member(['SEAL_ADMIN']);
    const { flowId: theirs } = await startFlow(buyer.owner.client, template, {
      participantList: [as('乙方', clerk, seller)],
    });
    const wrong = { flowId: theirs, authType: 'pwd', signPwd: '000000' };
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      expect((await refusal(clerk, signWish, wrong))[1]).toBe('1402');
    }
    expect((await refusal(clerk, signWish, { ...wrong, signPwd: clerk.signPwd }))[1]).toBe('1404');
    expect((await refusal(buyer.owner, signWish, { flowId, authType: 'face', orderNo: 'x' }))[1]).toBe(
      '1403',
    );
  });

  test('can accompany the signature, and one intent can cover several flows', async () => {
    const [first, second] = [await signingFlow(), await signingFlow()];
    await buyer.owner.client.data(signWish, {
      flowIds: [first, second],
      authType: 'pwd',
      signPwd: buyer.owner.signPwd,
    });
    for (const flowId of [first, second]) {
      await buyer.owner.client.data(signContract, await sealCommands(buyer.owner, flowId));
      const inline = { ...(await sealCommands(seller.owner, flowId)), authType: 'pwd' as const };
      const result = await seller.owner.client.data(signContract, {
        ...inline,
        signPwd: seller.owner.signPwd,
      });
      expect(result.flowStatus).toBe(3);
    }
  });

  test('expires after ten minutes', async () => {
    const flowId = await signingFlow();
    await confirmByPassword(buyer.owner, flowId);
    await app.advance(601);
    expect(await refusal(buyer.owner, signContract, await sealCommands(buyer.owner, flowId))).toEqual([
      403,
      '403',
      'WISH_REQUIRED',
    ]);
  });

  test('with newPwd sets the password after a code for that purpose', async () => {
    const flowId = await signingFlow();
    const body = { flowId, authType: 'pwd', newPwd: true, signPwd: '135790' };
    expect((await refusal(buyer.owner, signWish, { ...body, verifyCode: '000000' }))[1]).toBe('1401');
    const verifyCode = await textCode(app, buyer.owner, 'signPwd');
    await buyer.owner.client.data(signWish, { ...body, authType: 'pwd', verifyCode });
    await buyer.owner.client.data(signContract, await sealCommands(buyer.owner, flowId));
    expect(
      (await refusal(buyer.owner, signWish, { flowId, authType: 'pwd', signPwd: buyer.owner.signPwd }))[2],
    ).toBe('FLOW_STATE');
    await app.advance(61);
    const again = await textCode(app, buyer.owner, 'signPwd');
    const restore = { ...body, flowId: await signingFlow(), signPwd: buyer.owner.signPwd, verifyCode: again };
    await buyer.owner.client.data(signWish, { ...restore, authType: 'pwd' });
  });
});

describe('reading a flow', () => {
  test('contract/info returns page pictures and files as valid links', async () => {
    const flowId = await signingFlow();
    const [item] = await seller.owner.client.data(contractInfo, { flowId });
    expect(item).toMatchObject({ totalPage: 2, width: 794, height: 1123, fileName: '采购合同.pdf' });
    const picture = await fetch(item?.jpgUrlList[1] ?? '');
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect((await fetch(`${item?.jpgUrlList[0]}x`)).status).toBe(404);
    await app.advance(31 * 60);
    expect((await fetch(item?.fileUrl ?? '')).status).toBe(410);
  });

  test('a file is found by its own id, with its flow, its link and its controls', async () => {
    const flowId = await signingFlow();
    const { client } = seller.owner;
    const files = await client.data(signFlowContractFileList, { flowId });
    const [file] = files;
    if (file === undefined) throw new Error('a flow without files');
    expect(files).toHaveLength(1);
    expect(file).toEqual({
      id: file.fileId,
      fileId: file.fileId,
      flowId,
      fileCode: expect.stringMatching(/^FILE\d{12}$/),
      fileName: '采购合同.pdf',
      fileUrl: expect.stringMatching(/^http/),
    });
    const { fileId } = file;
    expect((await fetch(file.fileUrl)).headers.get('content-type')).toBe('application/pdf');
    expect(await client.data(signFlowContractFileInfo, { fileId })).toMatchObject({ fileId, flowId });
    expect(await client.data(signFlowContractFileList, { fileId })).toMatchObject([{ fileId, flowId }]);
    expect(await client.data(signFlowContractFileList, { flowId, listPageNo: 2, listPageSize: 1 })).toEqual(
      [],
    );
    const [item] = await client.data(signFlowContractFileComponentInfoList, { fileId });
    const [same] = await client.data(contractInfo, { flowId });
    expect(item?.componentList).toEqual(same?.componentList);
    expect(item).toMatchObject({ flowId, fileId, totalPage: 2, participantList: same?.participantList });
  });

  test('an administrator sees a colleague’s encrypted flow, but no link to its files', async () => {
    const colleague = await buyer.member();
    const { flowId } = await startFlow(colleague.client, template, {
      participantList: [as('乙方', seller.owner, seller)],
      encryptFlag: 1,
    });
    const [known] = (await taskInfo(buyer.owner, flowId)).contractFileList;
    expect(known).toMatchObject({ flowId, fileName: '采购合同.pdf', fileUrl: '' });
    const [own] = (await taskInfo(colleague, flowId)).contractFileList;
    expect(own?.fileUrl).toMatch(/^http/);
  });

  test('contract/list filters by the usual criteria, and listCount counts the same rows', async () => {
    const flowId = await signingFlow();
    const { flowCode } = await taskInfo(buyer.owner, flowId);
    const find = async (
      person: Person,
      filters: Parameters<typeof person.client.data<typeof contractList>>[1],
    ) => {
      const found = await person.client.data(contractList, { flowCode, ...filters });
      expect(await person.client.data(listCount, { flowCode, ...filters })).toBe(found.length);
      return found.length;
    };
    expect(await find(buyer.owner, { docQueryType: 2 })).toBe(1);
    expect(await find(buyer.owner, { docQueryType: 4 })).toBe(1);
    expect(await find(buyer.owner, { docQueryType: 1 })).toBe(0);
    expect(await find(seller.owner, { docQueryType: 1 })).toBe(1);
    expect(await find(seller.owner, { docQueryType: 5 })).toBe(1);
    expect(await find(seller.owner, { docQueryType: 4 })).toBe(0);
    expect(await find(seller.owner, { mobile: buyer.owner.mobile })).toBe(1);
    expect(await find(seller.owner, { mobile: '13999999999' })).toBe(0);
    expect(
      await find(seller.owner, { participantType: 1, participantName: buyer.corpName.slice(1, 4) }),
    ).toBe(1);
    expect(await find(seller.owner, { participantType: 0, participantName: '%' })).toBe(0);
    expect(await find(seller.owner, { flowStatus: 3 })).toBe(0);
    expect(await find(seller.owner, { flowStatus: 3, flowStatusList: [2] })).toBe(1);
    const outsider = await givenEnterprise(app);
    expect(await find(outsider.owner, {})).toBe(0);
  });
});
