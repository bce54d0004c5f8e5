/** The application's enterprise: its data, settings and contract balance. */
import { data, operation, page } from '../operation.js';
import { dateTime, list, object, optional } from '../schema.js';
import {
  accountRecord,
  corpBaseInfo,
  corpSettingsChange,
  corpSettingsWithChanges,
  retentionPeriod,
} from '../schemas/enterprise.js';
import { filter } from '../schemas/fields.js';
import { pagingFields } from '../schemas/paging.js';

export const baseInfo = operation({
  path: '/corp/baseInfo',
  area: 'enterprise',
  links: { access: 'any' },
  request: object({}),
  answer: data(corpBaseInfo),
  title: { zh: '查询企业基本信息', en: 'Look up the enterprise' },
  example: {},
});

/** Filters of the account history: codes and types match exactly, names by substring. */
const historyFilters = {
  signFlowCode: optional(filter()).means('合同编码', 'code of the flow'),
  signFlowName: optional(filter()).means('合同名称', 'title of the flow'),
  initPsnName: optional(filter()).means('发起人姓名', 'name of the initiator'),
  recordType: optional(filter()).means('变动类型', 'type of the entry'),
  orderCode: optional(filter()).means('订单编码', 'code of the order'),
  beginTime: optional(dateTime()).means('起始时间', 'start of the period'),
  endTime: optional(dateTime('end')).means(
    '截止时间；仅有日期时含当日',
    'end of the period; a date alone includes the whole day',
  ),
  ...pagingFields,
};

export const queryAccountHistoryList = operation({
  path: '/corp/queryAccountHistoryList',
  area: 'enterprise',
  right: 'readContracts',
  request: object(historyFilters),
  answer: page(accountRecord),
  invalidBody: '1002',
  errors: ['1002'],
  title: { zh: '分页查询企业账户记录', en: 'List the account history of the enterprise' },
  example: { recordType: 'signContract', listPageNo: 1, listPageSize: 10 },
});

/** Lists the account history of contracts with payment collection, as queryAccountHistoryList does that of contracts. */
export const collectionHistory = operation({
  path: '/corp/collectionHistory',
  area: 'enterprise',
  right: 'readContracts',
  request: object(historyFilters),
  answer: page(accountRecord),
  invalidBody: '1002',
  errors: ['1002'],
  title: { zh: '分页查询收款账户记录', en: 'List the history of the collection account' },
  example: { listPageNo: 1, listPageSize: 10 },
});

/** Returns the enterprise's settings. Specific to this service. */
export const settings = operation({
  path: '/corp/settings',
  area: 'enterprise',
  right: 'manageEnterprise',
  request: object({}),
  answer: data(corpSettingsWithChanges),
  title: { zh: '查询企业设置', en: 'Look up the settings of the enterprise' },
  example: {},
});

/** Changes the given settings and returns all of them. Specific to this service. */
export const setSettings = operation({
  path: '/corp/setSettings',
  area: 'enterprise',
  right: 'manageEnterprise',
  writes: true,
  freshProof: true,
  request: corpSettingsChange,
  answer: data(corpSettingsWithChanges),
  title: { zh: '修改企业设置', en: 'Change the settings of the enterprise' },
  example: { sealApproval: 'strict', smsNotices: { deadline: false } },
});

/**
 * How long each kind of the enterprise's data is kept that ends by time. Contracts, their evidence and the entries of
 * the audit are none of them: no timer removes those.
 */
export const retentionList = operation({
  path: '/corp/retentionList',
  area: 'enterprise',
  right: 'readAudit',
  successCode: '0',
  request: object({}),
  answer: data(list(retentionPeriod)),
  title: { zh: '查询各类数据的保存期限', en: 'List how long each kind of data is kept' },
  example: {},
});
