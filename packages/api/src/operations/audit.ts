/** The audit: who did what, and whether its entries are unchanged. */
import { data, fileStream, limitedPage, operation, page } from '../operation.js';
import { object } from '../schema.js';
import { auditChain, auditEntry, auditExportInput, auditListInput, removal } from '../schemas/audit.js';
import { pagingFields } from '../schemas/paging.js';

/** Lists the entries of the enterprise's audit, the newest first. Specific to this service. */
export const auditList = operation({
  path: '/audit/list',
  area: 'audit',
  right: 'readAudit',
  successCode: '0',
  request: auditListInput,
  answer: limitedPage(auditEntry),
  title: { zh: '分页查询审计记录', en: 'List the audit' },
  example: { listPageNo: 1, listPageSize: 10, countLimit: 1000 },
});

/** Exports all entries that match the filters of audit/list as a workbook. The export is an entry itself. */
export const auditExport = operation({
  path: '/audit/export',
  area: 'audit',
  right: 'readAudit',
  request: auditExportInput,
  answer: fileStream,
  title: { zh: '导出审计记录', en: 'Export the audit' },
  example: {},
});

/**
 * Whether the audit is unchanged. Every entry has a hash that covers the hash before it; the service checks all of them
 * at least once an hour, large audits in the course of several hours.
 */
export const auditChainState = operation({
  path: '/audit/chain',
  area: 'audit',
  right: 'readAudit',
  successCode: '0',
  request: object({}),
  answer: data(auditChain),
  title: { zh: '查询审计链状态', en: 'Look up the state of the audit chain' },
  example: {},
});

/**
 * What was removed of the enterprise's data because its period had ended, by run and kind, the newest first. Runs that
 * removed nothing are not listed.
 */
export const auditRemovalList = operation({
  path: '/audit/removalList',
  area: 'audit',
  right: 'readAudit',
  successCode: '0',
  request: object(pagingFields),
  answer: page(removal),
  title: { zh: '分页查询到期清除记录', en: 'List what was removed when its period ended' },
  example: { listPageNo: 1, listPageSize: 10 },
});
