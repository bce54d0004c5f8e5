// A counterparty refuses to sign.
import { startDirectly } from '../direct-flow.mjs';
import { flowStatusName, signStatusName } from '../names.mjs';
import { expectThat, note, scene, step } from '../stage.mjs';

export async function playRefused(cast) {
  scene('拒签', 'a refused contract');

  step('乙方拒签', 'the counterparty declines, with its reason');
  const { flowId } = await startDirectly(cast, '设备采购合同（拒签）');
  await cast.supplier.owner.client.call('/signTask/contract/refuse', { flowId, refuseMsg: '交付日期过早' });

  step('发起方查看', 'the initiator sees who and why');
  const task = await cast.buyer.owner.client.call('/signTask/contract/taskInfo', { flowId });
  note(`${flowStatusName(task.flowStatus)}：${task.flowDesc}`);
  for (const { participantFlag, psnName, signStatus } of task.participantList) {
    note(`${participantFlag} ${psnName} ${signStatusName(signStatus)}`);
  }
  expectThat(task.flowStatus === 6, 'the contract is refused');
  return flowId;
}
