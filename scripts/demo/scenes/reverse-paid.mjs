// The counterparty pays the contract fee.
import { confirmByPassword, sign } from '../acts.mjs';
import { refusalOf } from '../client.mjs';
import { startDirectly } from '../direct-flow.mjs';
import { flowStatusName } from '../names.mjs';
import { expectThat, note, scene, step } from '../stage.mjs';

export async function playReversePaid(cast) {
  scene('相对方付费', 'the counterparty bears the fee');
  const { buyer, supplier } = cast;

  step('发起，合同费用由相对方承担', 'start with reversePayFlag 1');
  const before = await balanceOf(buyer);
  const { flowId } = await startDirectly(cast, '设备采购合同（相对方付费）', { reversePayFlag: 1 });
  note(`甲方份数 ${before} -> ${await balanceOf(buyer)}`);

  step('乙方未付费不能签署', 'the counterparty cannot sign before');
  await confirmByPassword(supplier.owner.client, flowId, supplier.owner);
  const refused = await refusalOf(() => sign(supplier.owner.client, flowId, supplier.owner));
  note(`${refused.code} ${refused.reason} ${refused.msg}`);
  expectThat(refused.reason === 'FEE_UNPAID', 'signing is refused before the fee is paid');

  step('乙方付费', 'it pays from its own account, the initiator gets its contract back');
  await supplier.owner.client.call('/signTask/reversePayContractFee', { flowId });
  const after = await balanceOf(buyer);
  note(`甲方份数 ${after}，乙方份数 ${await balanceOf(supplier)}`);
  expectThat(after === before, 'the initiator is charged nothing in the end');

  step('双方签署', 'both sign');
  await sign(supplier.owner.client, flowId, supplier.owner);
  await confirmByPassword(buyer.owner.client, flowId, buyer.owner);
  const { flowStatus } = await sign(buyer.owner.client, flowId, buyer.owner);
  note(flowStatusName(flowStatus));
  expectThat(flowStatus === 3, 'the contract is completed');
  return flowId;
}

async function balanceOf({ owner }) {
  const { accountBalance } = await owner.client.call('/corp/baseInfo', {});
  return accountBalance;
}
