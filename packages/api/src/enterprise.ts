/** The enterprise of the token: what it is, and how its number of contracts came about. */
import { data, operation, page } from './operation.js';
import { dateTime, object, optional } from './schema.js';
import { accountRecord, corpBaseInfo, corpSettings, corpSettingsChange } from './schemas/enterprise.js';
import { filter } from './schemas/fields.js';
import { pagingFields } from './schemas/paging.js';

export const baseInfo = operation({
  path: '/corp/baseInfo',
  area: 'enterprise',
  request: object({}),
  answer: data(corpBaseInfo),
  title: { zh: '查询企业基本信息', en: 'Look up the enterprise' },
  example: {},
});

/** What the enterprise has decided about its own affairs. Ours. */
export const settings = operation({
  path: '/corp/settings',
  area: 'enterprise',
  right: 'manageEnterprise',
  request: object({}),
  answer: data(corpSettings),
  title: { zh: '查询企业设置', en: 'Look up the settings of the enterprise' },
  example: {},
});

/** What is left out stays; answers all settings as they are then. Ours. */
export const setSettings = operation({
  path: '/corp/setSettings',
  area: 'enterprise',
  right: 'manageEnterprise',
  writes: true,
  request: corpSettingsChange,
  answer: data(corpSettings),
  title: { zh: '修改企业设置', en: 'Change the settings of the enterprise' },
  example: { sealApproval: 'strict', smsNotices: { deadline: false } },
});

/** Codes and the type are compared exactly, names by any part. */
export const queryAccountHistoryList = operation({
  path: '/corp/queryAccountHistoryList',
  area: 'enterprise',
  right: 'manageContracts',
  request: object({
    signFlowCode: optional(filter()),
    signFlowName: optional(filter()),
    initPsnName: optional(filter()),
    recordType: optional(filter()),
    orderCode: optional(filter()),
    beginTime: optional(dateTime()),
    endTime: optional(dateTime('end')),
    ...pagingFields,
  }),
  answer: page(accountRecord),
  invalidBody: '1002',
  errors: ['1002'],
  title: { zh: '分页查询企业账户记录', en: 'List the account history of the enterprise' },
  example: { recordType: 'signContract', listPageNo: 1, listPageSize: 10 },
});
