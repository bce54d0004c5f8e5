import { buyer, supplier } from './cast.js';
import {
  fillIn,
  ownerOf,
  seedTemplate,
  signAreas,
  startContract,
  TITLE,
  type Values,
} from './contract-acts.js';
import { demoMember, type Stage } from './perform.js';
import type { DemoRecord } from './record.js';

const valuesOfA: Values = [
  ['contractNo', 'YS-CG-2026-0001'],
  ['partyA', buyer.corpName],
  ['partyB', supplier.corpName],
  ['goods', '激光位移传感器'],
  ['model', 'QH-LDS-200'],
  ['quantity', '12'],
  ['unitPrice', '8600'],
  ['amount', '103200'],
  ['amountInWords', '人民币壹拾万叁仟贰佰元整'],
  ['deliveryDate', '2026-12-31'],
  ['deliveryAddress', buyer.address],
  ['agentA', buyer.owner.realName],
];
const valuesOfB: Values = [
  ['bankName', '演示银行上海浦东支行'],
  ['bankAccount', '6200 0000 0000 0102'],
  ['remark', '乙方负责设备到货后的安装指导，并提供一次免费的现场校准。'],
  ['agentB', supplier.owner.realName],
];

/** A template of the first enterprise, and a flow of it that waits for the second enterprise's signature. */
export async function seedContract(stage: Stage, record: DemoRecord, file: Uint8Array): Promise<void> {
  const [first, second] = record.enterprises;
  const buyerOwner = await demoMember(stage, { ...first, userId: first.ownerId });
  const supplierOwner = await demoMember(stage, { ...second, userId: second.ownerId });

  const flowId = await startContract(buyerOwner, {
    templateId: await seedTemplate(buyerOwner, file),
    title: `${TITLE}（激光位移传感器）`,
    partyA: ownerOf(buyer),
    partyB: ownerOf(supplier),
    valuesOfA,
  });
  const flow = { initiator: first.corpId, flowId };
  await fillIn(stage, supplierOwner, flow, valuesOfB);
  await signAreas(stage, buyerOwner, { corpId: first.corpId, userId: first.ownerId }, flow);
}
