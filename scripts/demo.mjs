// npm run demo: two enterprises sign a purchase contract with each other, using only HTTP. An integration makes the
// same calls in the same order. Plain Node.js, no dependencies.
//
// node scripts/demo.mjs [--all] [--base-url http://127.0.0.1:3000] [--data-dir ./data]
//
// --all also plays the other courses that a contract can take (demo/scenes): approvals, payments, refusals, new users.
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { asParty, confirmByCode, confirmByPassword, fillCommands, sign } from './demo/acts.mjs';
import { checkSignatures } from './demo/check-signatures.mjs';
import { Client } from './demo/client.mjs';
import { controlsOf, valuesOfBuyer, valuesOfSupplier } from './demo/contract-values.mjs';
import { flowStatusName } from './demo/names.mjs';
import { playAll } from './demo/play-all.mjs';
import { findOrStartService } from './demo/service.mjs';
import { note, step } from './demo/stage.mjs';

if (existsSync('.env')) process.loadEnvFile('.env');
const { values: options } = parseArgs({
  options: {
    all: { type: 'boolean', default: false },
    'base-url': { type: 'string' },
    'data-dir': { type: 'string', default: process.env.DATA_DIR ?? './data' },
  },
});

const service = await findOrStartService({ baseUrl: options['base-url'], dataDir: options['data-dir'] });
try {
  await (options.all ? playAll(service) : play(service));
} catch (error) {
  console.error(`\n失败 / failed: ${error.message}`);
  process.exitCode = 1;
} finally {
  await service.stop();
}

async function play({ baseUrl, dataDir }) {
  const demo = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'));
  const [first, second] = demo.enterprises;

  step('获取访问令牌', 'exchange appId and appSecret for access tokens');
  const buyer = await Client.signIn(baseUrl, first, first.owner);
  const supplier = await Client.signIn(baseUrl, second, second.owner);
  note(`甲方 ${first.corpName}，经办人 ${first.owner.realName}`);
  note(`乙方 ${second.corpName}，经办人 ${second.owner.realName}`);
  const { accountBalance } = await buyer.call('/corp/baseInfo', {});
  note(`甲方剩余合同份数 ${accountBalance}`);

  step('上传合同文件', 'upload the contract, a PDF with blanks');
  const pdf = await readFile(new URL('./sample/purchase-contract.pdf', import.meta.url));
  const file = await buyer.upload('/template/uploadContractFile', '设备采购合同.pdf', pdf);
  note(`${file.fileName}，${file.totalPage} 页，${file.width} x ${file.height} px`);

  step('创建模板', 'make a template: who takes part, in which order');
  const party = { participantType: 1, participateBizType: ['1', '2'] };
  const template = await buyer.call('/template/addTemplate', {
    templateName: `设备采购合同 ${new Date().toISOString()}`,
    participantList: [
      { ...party, participantFlag: '甲方', participantSetMode: 3, draftSort: 1, signOrder: 1 },
      { ...party, participantFlag: '乙方', participantSetMode: 0, draftSort: 2, signOrder: 2 },
    ],
    contractFileList: [file],
  });
  note(`templateId ${template.templateId}`);

  step('添加控件', 'place what will be filled in and where the seals go');
  const components = controlsOf(template);
  await buyer.call('/template/addComponent', { templateId: template.templateId, components });
  note(`${components.length} 个控件 / controls`);

  step('发起合同，甲方自动填写', 'start the flow, the initiator fills at once (autoFill 2)');
  const started = await buyer.call('/signTask/startSignFlow', {
    templateId: template.templateId,
    templateName: '设备采购合同（龘靐牌传感器）',
    participantList: [asParty('甲方', first.owner, first), asParty('乙方', second.owner, second)],
    autoFill: 2,
    fillComponents: valuesOfBuyer(first, second),
  });
  const { flowId } = started;
  note(`flowId ${flowId}，${flowStatusName(started.flowStatus)}`);

  step('乙方填写', 'the counterparty fills its part');
  const filled = await supplier.call('/signTask/fillSignForm', {
    flowId,
    components: await fillCommands(supplier, flowId, valuesOfSupplier(second)),
  });
  note(flowStatusName(filled.flowStatus));

  step('甲方意愿认证：短信验证码', 'the first signer confirms the intent by a text message');
  const verifyCode = await confirmByCode(buyer, flowId, first.owner, baseUrl);
  note(`验证码 ${verifyCode}（沙箱不发送短信）`);

  step('甲方签署', 'the first signature');
  note(flowStatusName((await sign(buyer, flowId, first.owner)).flowStatus));

  step('乙方意愿认证：签署密码', 'the second signer confirms by the signing password');
  await confirmByPassword(supplier, flowId, second.owner);

  step('乙方签署', 'the second signature completes the flow');
  note(flowStatusName((await sign(supplier, flowId, second.owner)).flowStatus));

  step('下载已签合同', 'download the signed contract');
  const task = await buyer.call('/signTask/contract/taskInfo', { flowId });
  if (task.flowStatus !== 3) throw new Error(`the flow is not completed: flowStatus ${task.flowStatus}`);
  const signed = await buyer.download('/signTask/contract/download', { flowId });
  await writeFile('contract-signed.pdf', signed);
  note(`contract-signed.pdf，${Math.ceil(signed.length / 1000)} kB，完成于 ${task.flowFinishTime}`);

  step('验证签名', 'what an independent program says of the signatures');
  checkSignatures('contract-signed.pdf', 2);
}
