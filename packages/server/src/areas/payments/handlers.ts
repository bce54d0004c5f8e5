/** The handlers of the area's operations; a new one is one line. */
export { getPayOpenId } from './get-pay-open-id.js';
export { payChannelAdd } from './pay-channel-add.js';
export { payChannelList } from './pay-channel-list.js';
export { payChannelModify } from './pay-channel-modify.js';
export { payChannelTest } from './pay-channel-test.js';
export { payDueList } from './pay-due-list.js';
export { payOrderAdd } from './pay-order-add.js';
export { payOrderAudit } from './pay-order-audit.js';
export { payOrderCancel } from './pay-order-cancel.js';
export { payOrderListByPage } from './pay-order-list-by-page.js';
export { payOrderQuery } from './pay-order-query.js';
export { payOrderRefund } from './pay-order-refund.js';
export { payReconciliation } from './pay-reconciliation.js';
export { queryChannelList } from './query-channel-list.js';
export { queryCorpHasPayChannel } from './query-corp-has-pay-channel.js';
export { reversePayContractFee } from './reverse-pay-contract-fee.js';
