// The initiator revokes a contract before anybody has signed it.

import { sign } from '../acts.mjs';
import { refusalOf } from '../client.mjs';
import { startDirectly } from '../direct-flow.mjs';
import { flowStatusName } from '../names.mjs';
import { expectThat, note, scene, step } from '../stage.mjs';

export async function playRevoked(cast) {
  scene('撤销', 'a revoked contract');
  const { client } = cast.buyer.owner;

  step('发起后撤销', 'start it, and take it back');
  const { flowId } = await startDirectly(cast, '设备采购合同（撤销）');
  await client.call('/signTask/contract/cancel', { flowId, cancelMsg: '单价有误，重新发起' });
  const { flowStatus, flowDesc } = await client.call('/signTask/contract/taskInfo', { flowId });
  note(`${flowStatusName(flowStatus)}：${flowDesc}`);
  expectThat(flowStatus === 4, 'the contract is revoked');

  step('无人能再签署', 'nobody can sign it any more');
  const refused = await refusalOf(() => sign(cast.supplier.owner.client, flowId, cast.supplier.owner));
  note(`${refused.code} ${refused.reason} ${refused.msg}`);
  expectThat(refused.reason === 'FLOW_STATE', 'signing is refused');
  return flowId;
}
