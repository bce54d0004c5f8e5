// A contract with every step that can occur between its start and its completion.
import { writeFile } from 'node:fs/promises';
import { asParty, confirmByCode, confirmByPassword, fillCommands, sign, writtenName } from '../acts.mjs';
import { uploadContract } from '../cast.mjs';
import { checkSignatures } from '../check-signatures.mjs';
import { messagesTo, nextMessage, payAsSandbox, refusalOf } from '../client.mjs';
import { controlsOf, valuesOfBuyer, valuesOfSupplier } from '../contract-values.mjs';
import { flowStatusName, orderStatusName, signStatusName } from '../names.mjs';
import { expectThat, note, scene, step } from '../stage.mjs';
import { Visitor } from '../visitor.mjs';

const SIGNED_FILE = 'sale-signed.pdf';

/** The sample's controls, and a signature area for a witness between the two seals. */
async function givenTemplate({ owner }) {
  const { client } = owner;
  const party = { participantType: 1, participateBizType: ['1', '2'] };
  const template = await client.call('/template/addTemplate', {
    templateName: `设备采购合同（见证）${new Date().toISOString()}`,
    participantList: [
      { ...party, participantFlag: '甲方', participantSetMode: 3, draftSort: 1, signOrder: 1 },
      { ...party, participantFlag: '乙方', participantSetMode: 0, draftSort: 2, signOrder: 1 },
      {
        participantType: 0,
        participateBizType: ['2'],
        participantFlag: '见证人',
        participantSetMode: 0,
        draftSort: 3,
        signOrder: 2,
      },
    ],
    contractFileList: [await uploadContract(owner)],
  });
  const witness = template.participantList.find(({ participantFlag }) => participantFlag === '见证人');
  const place = {
    participantId: witness.participantId,
    contractFileId: template.contractFileList[0].fileId,
    componentName: '见证人签名',
    componentType: 6,
    required: 1,
    pageNum: 2,
    positionX: 330,
    positionY: 960,
    specialAttribute: { width: 120, height: 60 },
  };
  const components = [...controlsOf(template), place];
  await client.call('/template/addComponent', { templateId: template.templateId, components });
  return template;
}

export async function playSale({ baseUrl, buyer, supplier, person }) {
  scene('审批、先付后签、并行签署', 'approval, payment before signing, parallel signers');
  const clerk = buyer.member;
  const seller = supplier.owner;

  step('经办人发起合同', 'a plain member starts it, with an amount due and a copier');
  const template = await givenTemplate(buyer);
  const payee = { amount: 1032.5, priority: 0, remark: '首付款' };
  const { flowId, participantList } = await clerk.client.call('/signTask/startSignFlow', {
    templateId: template.templateId,
    templateName: '设备采购合同（见证）',
    participantList: [
      asParty('甲方', clerk, buyer),
      { ...asParty('乙方', seller, supplier), payeeContractFlag: 1, payee },
      asParty('见证人', person),
    ],
    copierList: [{ copierType: 0, psnAccount: supplier.member.mobile, psnName: supplier.member.realName }],
  });
  const payer = participantList.find(({ participantFlag }) => participantFlag === '乙方');
  const statusOf = async ({ client }, participantFlag) => {
    const task = await client.call('/signTask/contract/taskInfo', { flowId });
    return task.participantList.find((party) => party.participantFlag === participantFlag)?.signStatus;
  };
  note(`flowId ${flowId}，乙方应付 ${payee.amount} 元，抄送 ${supplier.member.realName}`);

  step('甲方填写', 'the initiator fills');
  const own = Object.fromEntries(
    valuesOfBuyer(buyer, supplier).map(({ componentKey, componentValue }) => [componentKey, componentValue]),
  );
  const components = await fillCommands(clerk.client, flowId, own);
  note(
    flowStatusName((await clerk.client.call('/signTask/fillSignForm', { flowId, components })).flowStatus),
  );

  step('催办', 'the initiator reminds who has still to fill');
  const before = await messagesTo(baseUrl, seller.mobile);
  await clerk.client.call('/signTask/signFlowRemind', { flowId });
  note((await nextMessage(baseUrl, seller.mobile, before)).text);

  step('乙方填写', 'the counterparty fills');
  const rest = await fillCommands(seller.client, flowId, valuesOfSupplier(supplier));
  const filled = await seller.client.call('/signTask/fillSignForm', { flowId, components: rest });
  note(flowStatusName(filled.flowStatus));

  step('甲方签署，用印须审批', 'the member may not use the seal alone: signing asks for consent');
  await confirmByPassword(clerk.client, flowId, clerk);
  const { signStatus, approvalId } = await sign(clerk.client, flowId, clerk);
  note(`${signStatusName(signStatus)}，approvalId ${approvalId}`);
  expectThat(signStatus === 4, 'the signature waits for consent');

  step('乙方并行签署，须先付款', 'the counterparty is free to sign meanwhile, once it has paid');
  await confirmByPassword(seller.client, flowId, seller);
  const refused = await refusalOf(() => sign(seller.client, flowId, seller));
  note(`${refused.code} ${refused.reason} ${refused.msg}`);
  expectThat(refused.reason === 'PAYMENT_REQUIRED', 'signing is refused before the payment');

  step('支付', 'a pay order, paid by the sandbox and its signed notification');
  const channels = await seller.client.call('/pay/payChannel/queryChannelList', { flowId, source: 'pc' });
  const [{ channelModelId, providerName }] = channels;
  const order = await seller.client.call('/pay/payOrder/add', {
    channelModelId,
    signerId: payer.participantId,
    source: 'pc',
  });
  note(`${providerName} ${order.orderCode} ${order.amount} 元，${orderStatusName(order.status)}`);
  await payAsSandbox(baseUrl, order.businessOrderNo);
  const paid = await seller.client.call('/pay/payOrder/query', { id: order.id });
  note(orderStatusName(paid.status));
  expectThat(paid.status === 2, 'the order is paid');

  step('乙方签署', 'the counterparty signs, before the initiator’s seal');
  note(signStatusName((await sign(seller.client, flowId, seller)).signStatus));

  step('负责人审批通过', 'the owner passes the approval: signed at once in the member’s name');
  await buyer.owner.client.call('/signTask/approvalSign', { approvalId, approvalStatus: 2 });
  const passed = await statusOf(clerk, '甲方');
  note(`甲方 ${signStatusName(passed)}`);
  expectThat(passed === 3, 'the member’s signature is there');

  step(
    '见证人手写签名，短信验证码确认',
    'the witness, a person, signs last, in handwriting, and completes it',
  );
  const { participantId } = participantList.find(({ participantFlag }) => participantFlag === '见证人');
  const address = await clerk.client.call('/signTask/getSignUrl', { flowId, participantId });
  const { visitor } = await Visitor.enter(baseUrl, address, person);
  const handwriting = await writtenName(visitor.client);
  await confirmByCode(person.client, flowId, person, baseUrl);
  const { flowStatus } = await sign(person.client, flowId, person, handwriting);
  note(flowStatusName(flowStatus));
  expectThat(flowStatus === 3, 'the contract is completed');

  step('抄送人查看', 'the copier finds it among the copies');
  const copies = await supplier.member.client.call('/signTask/contract/list', { docQueryType: 3 });
  const copy = copies.find((item) => item.flowId === flowId);
  expectThat(copy !== undefined, 'the copier sees the contract');
  note(`${copy.flowCode} ${copy.flowTitle}`);

  step('下载并验证签名', 'download, and what an independent program says');
  await writeFile(SIGNED_FILE, await clerk.client.download('/signTask/contract/download', { flowId }));
  note(SIGNED_FILE);
  checkSignatures(SIGNED_FILE, 3);
  return flowId;
}
