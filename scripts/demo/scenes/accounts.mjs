// The results: the accounts of both enterprises, the approvals, the pay orders.
import { approvalStatusName, approvalTypeName, orderStatusName } from '../names.mjs';
import { scene, step, table } from '../stage.mjs';

const MAX_ROWS = 20;

/** @param flowIds flows started by the other scenes */
export async function showAccounts({ buyer, supplier }, flowIds) {
  scene('账目', 'the accounts');
  const ofThisRun = (flowId) => flowIds.includes(flowId);

  for (const { corpName, owner } of [buyer, supplier]) {
    const { accountBalance, payeeBalance } = await owner.client.call('/corp/baseInfo', {});
    const rows = await owner.client.call('/corp/queryAccountHistoryList', { listPageSize: 100 });
    step(`${corpName}：余 ${accountBalance} 份，收款合同余 ${payeeBalance} 份`, 'ledger');
    table(
      ['类型 type', '数量', '余额', '合同 flow'],
      rows
        .filter(({ signFlowId }) => ofThisRun(signFlowId))
        .slice(0, MAX_ROWS)
        .map((row) => [
          `${row.recordName} ${row.recordType}`,
          row.count,
          row.accountBalance,
          `${row.signFlowCode} ${row.signFlowName}`,
        ]),
    );
  }

  step('审批', 'approvals');
  const approvals = await buyer.owner.client.call('/signTask/getApprovalList', {
    docQueryType: 3,
    listPageSize: 100,
  });
  table(
    ['编号 id', '类型 type', '状态 status', '发起人', '合同 flow'],
    approvals
      .filter(({ signFlowId }) => ofThisRun(signFlowId))
      .map((row) => [
        row.approvalId,
        approvalTypeName(row.approvalType),
        approvalStatusName(row.approvalStatus),
        row.initiatorName,
        row.signFlowName,
      ]),
  );

  step('支付单', 'pay orders');
  const orders = await buyer.owner.client.call('/pay/payOrder/listByPage', { listPageSize: 100 });
  const details = await Promise.all(
    orders.map(({ id }) => buyer.owner.client.call('/pay/payOrder/query', { id })),
  );
  table(
    ['单号 order', '金额', '状态 status', '付款人', '内容 goods'],
    details
      .filter(({ extendInfo }) => ofThisRun(extendInfo.flowId))
      .map((row) => [row.orderCode, row.amount, orderStatusName(row.status), row.psnName, row.goodsName]),
  );
}
