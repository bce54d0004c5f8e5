/** Our own: applications of an enterprise. */
import { type Fields, paging, type SpecifiedOperation } from './notation.js';

const application: Fields = {
  appId: 'string',
  name: 'string',
  status: 'string',
  allowList: ['string'],
  previousSecretUntil: 'dateTime?',
  lastTokenTime: 'dateTime?',
  lastAddress: 'string',
  lastAddressAllowed: 'boolean?',
  createTime: 'dateTime',
};

const withSecret: Fields = { ...application, appSecret: 'string' };
const one = { appId: 'string!' } as const;

export const applicationOperations: readonly SpecifiedOperation[] = [
  ['/application/list', '0', paging, [application], 'paged'],
  ['/application/create', '0', { name: 'string!', allowList: ['string'] }, withSecret],
  ['/application/modify', '0', { ...one, name: 'string', allowList: ['string'] }, application],
  ['/application/rotateSecret', '0', { ...one, overlapHours: 'int32' }, withSecret],
  ['/application/updateStatus', '0', { ...one, status: 'string!' }, application],
  [
    '/application/test',
    '0',
    { ...one, appSecret: 'string' },
    {
      requestId: 'string',
      steps: [{ path: 'string', status: 'int32', code: 'string', msg: 'string', took: 'int32' }],
    },
  ],
];
