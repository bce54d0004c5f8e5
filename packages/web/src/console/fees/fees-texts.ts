import { texts } from '../../shared/text/language.js';

export const feesTexts = texts(
  {
    title: '费用',
    what: '企业费用',
    tabs: '费用分类',
    ledger: '流水',
    dues: '待收款',
    orders: '支付单',
    days: '对账',
    channels: '渠道',
    from: '自',
    to: '至',
    clear: '清除筛选',
    noMatch: '没有符合条件的记录。',
    working: '正在处理…',
  },
  {
    title: 'Fees',
    what: 'the enterprise’s fees',
    tabs: 'Kinds of fees',
    ledger: 'Ledger',
    dues: 'Due',
    orders: 'Orders',
    days: 'Reconciliation',
    channels: 'Channels',
    from: 'From',
    to: 'To',
    clear: 'Clear filters',
    noMatch: 'Nothing matches the filters.',
    working: 'Working…',
  },
);
