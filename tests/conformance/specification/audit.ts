/** Our own: the audit, and the daily roots. */
import { limited, paging, type SpecifiedOperation } from './notation.js';

const filters = {
  userId: 'int64',
  act: 'string',
  objectKind: 'string',
  objectId: 'int64',
  source: 'string',
  requestId: 'string',
  beginTime: 'dateTime',
  endTime: 'dateTime',
} as const;

const entry = {
  entryId: 'int64',
  sequence: 'int64?',
  intact: 'boolean?',
  time: 'dateTime',
  userId: 'int64?',
  userName: 'string',
  appId: 'string?',
  subjectUserId: 'int64?',
  subjectUserName: 'string',
  act: 'string',
  objectKind: 'string?',
  objectId: 'int64?',
  objectName: 'string',
  source: 'string',
  requestId: 'string?',
  address: 'string',
  device: 'string',
  changes: [{ field: 'string', before: 'string?', after: 'string?' }],
  texts: [{ field: 'string', value: 'string?' }],
} as const;

export const auditOperations: readonly SpecifiedOperation[] = [
  ['/audit/list', '0', { ...filters, ...paging, ...limited }, [entry], 'paged'],
  ['/audit/export', '200', filters, 'file'],
  [
    '/audit/chain',
    '0',
    {},
    {
      entries: 'int64',
      waiting: 'int64',
      head: 'string?',
      intact: 'boolean',
      brokenAt: 'int64?',
      checkedTime: 'dateTime?',
    },
  ],
  ['/audit/removalList', '0', paging, [{ time: 'dateTime', kind: 'string', rows: 'int32' }], 'paged'],
  [
    '/evidence/rootList',
    '0',
    paging,
    [
      {
        number: 'int32',
        day: 'string',
        root: 'string',
        size: 'int32',
        timestampTime: 'dateTime?',
        timestampAuthority: 'string?',
      },
    ],
    'paged',
  ],
];
