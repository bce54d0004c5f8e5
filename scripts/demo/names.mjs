// Names of the interface's numeric values.

const flowStatuses = [
  '草稿 draft',
  '填写中 fill',
  '签署中 signing',
  '已完成 completed',
  '已撤销 revoked',
  '已过期 expired',
  '已拒签 refused',
];
const signStatuses = ['', '填写中', '待签署', '已签署', '待审批', '已拒签'];
const approvalTypes = ['', '用印 seal', '合同 contract'];
const approvalStatuses = [
  '',
  '审批中 open',
  '通过 passed',
  '驳回 rejected',
  '撤回 withdrawn',
  '终止 terminated',
];
const orderStatuses = [
  '已生成',
  '支付中 paying',
  '成功 paid',
  '失败 failed',
  '已退款 refunded',
  '已取消 cancelled',
];

export const flowStatusName = (status) => `flowStatus ${status} ${flowStatuses[status] ?? ''}`;
export const signStatusName = (status) => `signStatus ${status} ${signStatuses[status] ?? ''}`;
export const approvalTypeName = (type) => `${type} ${approvalTypes[type] ?? ''}`;
export const approvalStatusName = (status) => `${status} ${approvalStatuses[status] ?? ''}`;
export const orderStatusName = (status) => `${status} ${orderStatuses[status] ?? ''}`;
