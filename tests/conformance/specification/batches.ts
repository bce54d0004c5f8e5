/** Batches: specific to this service. */
import { flowListItem, startProblems } from './flow-shapes.js';
import { maybe, paging, type SpecifiedOperation } from './notation.js';

/** Of a start of many, and of another attempt at those that failed. */
export const batchOutcome = {
  batchId: 'int64',
  successCount: 'int32',
  failedCount: 'int32',
  results: [
    {
      index: 'int32',
      flowId: 'int64?',
      flowCode: 'string?',
      code: 'string',
      reason: 'string?',
      msg: 'string',
      path: 'string?',
      contracts: 'int32?',
      problems: maybe(startProblems),
      warnings: maybe([{ kind: 'string', path: 'string?', msg: 'string' }]),
    },
  ],
  contractBalance: 'int32?',
  collectionBalance: 'int32?',
} as const;

const batch = {
  batchId: 'int64',
  templateId: 'int64',
  templateName: 'string',
  userId: 'int64',
  userName: 'string',
  createTime: 'dateTime',
  finishTime: 'dateTime?',
  requestKey: 'string?',
  itemCount: 'int32',
  startedCount: 'int32',
  failedCount: 'int32',
  statuses: [{ flowStatus: 'int32', count: 'int32' }],
  resendableUntil: 'dateTime?',
} as const;

const item = {
  index: 'int32',
  itemState: 'string',
  title: 'string?',
  flowId: 'int64?',
  flowCode: 'string?',
  flow: maybe(flowListItem),
  code: 'string?',
  reason: 'string?',
  msg: 'string?',
  path: 'string?',
} as const;

export const batchOperations: readonly SpecifiedOperation[] = [
  ['/signTask/batch/list', '0', { scope: 'int32', ...paging }, [batch], 'paged'],
  [
    '/signTask/batch/info',
    '0',
    { batchId: 'int64!', itemState: 'string', ...paging },
    { batch, items: [item] },
  ],
  ['/signTask/batch/resend', '0', { batchId: 'int64!', indexes: ['int32'] }, batchOutcome],
  ['/signTask/batch/sheet', '0', { templateId: 'int64!' }, 'file'],
];
